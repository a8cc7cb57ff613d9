// Bytes as Base64 or hexadecimal digits. DataConfig's sample of Base64 blobs.

#include <varvel/structs.hpp>

#include <iostream>

struct save {
  std::vector<unsigned char> state;
  std::array<unsigned char, 4> digest{};
  std::vector<std::byte> extra;
  VARVEL_FIELDS(save, (state, base64), (digest, hex), extra)
};

int main() {
  save made;
  made.state = {'s', 't', 'a', 't', 'e', 0, 255};
  made.digest = {0xDE, 0xAD, 0xBE, 0xEF};
  const std::string json = varvel::write(made);
  std::cout << json << '\n';
  // MessagePack and CBOR have bytes, so nothing is encoded there.
  std::cout << varvel::write(made, varvel::format::msgpack).size() << " bytes of MessagePack\n";
  std::cout << (varvel::read<save>(json).state == made.state) << '\n';
  std::cout << varvel::try_read<save>(R"({"state": "AA==", "digest": "dead", "extra": ""})").error()
            << '\n';
}
