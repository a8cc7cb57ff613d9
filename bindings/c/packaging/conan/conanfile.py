"""Varvel's library for C as a Conan 2 package, built of the checkout that this file is in."""

import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.files import copy, load, rm, rmdir

required_conan_version = ">=2.0"


class VarvelConan(ConanFile):
    name = "varvel"
    description = "Documents of many formats, frozen buffers, edits and records by a stable C interface"
    license = ("MIT", "Apache-2.0")
    topics = ("json", "yaml", "messagepack", "cbor", "flatbuffers")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False]}
    default_options = {"shared": True}

    @property
    def _checkout(self):
        return os.path.normpath(os.path.join(self.recipe_folder, "..", "..", "..", ".."))

    def set_version(self):
        manifest = load(self, os.path.join(self._checkout, "Cargo.toml"))
        self.version = re.search(r'^version = "([^"]+)"', manifest, re.MULTILINE).group(1)

    def export_sources(self):
        copy(self, "*", self._checkout, self.export_sources_folder,
             excludes=("target/*", ".git/*", "*/build/*", "fuzz/corpus/*", "fuzz/target/*"))

    def configure(self):
        # It is C: neither the C++ library nor its standard matters.
        self.settings.rm_safe("compiler.libcxx")
        self.settings.rm_safe("compiler.cppstd")

    def validate(self):
        if self.settings.os not in ("Linux", "Macos"):
            raise ConanInvalidConfiguration("`cargo xtask c` installs on Linux and macOS")

    def build(self):
        profile = "dev" if self.settings.build_type == "Debug" else "release"
        self.run(f'cargo xtask c --profile {profile} --prefix "{self.build_folder}/prefix"',
                 cwd=self.source_folder)

    def package(self):
        copy(self, "LICENSE-*", self.source_folder, os.path.join(self.package_folder, "licenses"))
        prefix = os.path.join(self.build_folder, "prefix")
        copy(self, "*", prefix, self.package_folder)
        lib = os.path.join(self.package_folder, "lib")
        # Conan writes these anew for each consumer.
        rmdir(self, os.path.join(lib, "pkgconfig"))
        rmdir(self, os.path.join(lib, "cmake"))
        if self.options.shared:
            rm(self, "*.a", lib)
        else:
            rm(self, "*.so*", lib)
            rm(self, "*.dylib", lib)

    def package_info(self):
        self.cpp_info.libs = ["varvel"]
        self.cpp_info.set_property("cmake_file_name", "varvel")
        self.cpp_info.set_property("cmake_target_name", "varvel::varvel")
        self.cpp_info.set_property("pkg_config_name", "varvel")
        if self.settings.os == "Linux" and not self.options.shared:
            self.cpp_info.system_libs = ["gcc_s", "m", "pthread", "dl"]
