package dev.varvel.cbor;

import dev.varvel.ErrorKind;
import java.util.ArrayList;
import java.util.Arrays;

/**
 * Sorts the maps of a whole document of definite lengths by their keys' bytes (RFC 8949, section
 * 4.2.1), the inner ones first. Nothing recurses. Bytes are moved once for each map around them
 * that is not in order.
 */
final class Sorted {
  /** A member: the beginning and the end of its key, and the end of its value. */
  private static final class Member {
    final int key;
    int value;
    int end;

    Member(int key) {
      this.key = key;
    }
  }

  /** An open container or tag. */
  private static final class Frame {
    long left;

    /** The members of a map, or null. */
    final ArrayList<Member> members;

    Frame(long left, ArrayList<Member> members) {
      this.left = left;
      this.members = members;
    }
  }

  private final byte[] bytes;
  private final int end;
  private final Dcbor.Faults faults;
  private final ArrayList<Frame> open = new ArrayList<>();

  private Sorted(byte[] bytes, int end, Dcbor.Faults faults) {
    this.bytes = bytes;
    this.end = end;
    this.faults = faults;
  }

  /** Sorts the document in some bytes. Gives a key that comes twice to {@code faults}. */
  static void sort(byte[] bytes, int end, Dcbor.Faults faults) {
    new Sorted(bytes, end, faults).run();
  }

  private void run() {
    int at = 0;
    while (at < end) {
      int major = bytes[at] & Codes.MAJOR;
      long argument = Codes.argument(bytes, at);
      at += 1 + Codes.width(bytes[at] & 0xFF);
      long inside = 0;
      switch (major) {
        case Codes.BYTES, Codes.TEXT -> at += (int) argument;
        case Codes.ARRAY -> inside = argument;
        case Codes.MAP -> inside = 2 * argument;
        case Codes.TAG -> inside = 1;
        default -> {
          // It holds no items.
        }
      }
      if (inside > 0) {
        boolean map = major == Codes.MAP;
        open.add(new Frame(inside, map ? new ArrayList<>() : null));
        if (map) {
          last().members.add(new Member(at));
        }
      } else {
        leave(at);
      }
    }
  }

  private Frame last() {
    return open.get(open.size() - 1);
  }

  /** Comes behind an item, and leaves the containers that end there. */
  private void leave(int at) {
    while (!open.isEmpty()) {
      Frame frame = last();
      frame.left--;
      if (frame.members != null) {
        Member member = frame.members.get(frame.members.size() - 1);
        if (frame.left % 2 != 0) {
          member.value = at;
        } else {
          member.end = at;
          if (frame.left > 0) {
            frame.members.add(new Member(at));
          }
        }
      }
      if (frame.left > 0) {
        return;
      }
      open.remove(open.size() - 1);
      if (frame.members != null) {
        sort(frame.members, at);
      }
    }
  }

  private int compare(Member a, Member b) {
    return Arrays.compareUnsigned(bytes, a.key, a.value, bytes, b.key, b.value);
  }

  private void sort(ArrayList<Member> members, int behind) {
    boolean sorted = true;
    for (int i = 1; i < members.size(); i++) {
      sorted &= compare(members.get(i - 1), members.get(i)) < 0;
    }
    if (sorted) {
      return;
    }
    int begin = members.get(0).key;
    members.sort(this::compare);
    for (int i = 1; i < members.size(); i++) {
      if (compare(members.get(i - 1), members.get(i)) == 0) {
        faults.at(ErrorKind.DUPLICATE_KEY, members.get(i).key, "each key once", "");
      }
    }
    byte[] old = Arrays.copyOfRange(bytes, begin, behind);
    int to = begin;
    for (Member member : members) {
      System.arraycopy(old, member.key - begin, bytes, to, member.end - member.key);
      to += member.end - member.key;
    }
  }
}
