// Names and their inverse: a sweep after a death acts on what these functions say.
#include "core/names.hpp"

#include "harness.hpp"

using namespace roslet;

namespace {

constexpr ContextId kContext = 0x0123456789abcdef;
const Gid kWriter{kContext, 0x42};
const Gid kClient{0xfedcba9876543210, 7};

}  // namespace

TEST("names: every kind of name is parsed to what it was made of") {
  struct Case {
    std::string name;
    FileKind kind;
    std::uint32_t entity;
    std::uint32_t number;
  };
  const Case cases[] = {
      {ContextName(kContext), FileKind::kContext, 0, 0},
      {SocketName(kContext), FileKind::kSocket, 0, 0},
      {LogName({kWriter, {}}, 3), FileKind::kLog, 0x42, 3},
      {LogName({kWriter, kClient}, 0xffff), FileKind::kResponseLog, 0x42, 0xffff},
      {DurableName(kWriter, 0xffffffff), FileKind::kDurable, 0x42, 0xffffffff},
      {TemporaryName(kContext, RegistryName()), FileKind::kTemporary, 0, 0},
      {TemporaryName(kContext, LogName({kWriter, {}}, 3)), FileKind::kTemporary, 0, 0},
  };
  for (const Case& c : cases) {
    auto parsed = ParseName(c.name);
    CHECK(parsed.has_value());
    CHECK_EQ(parsed->kind, c.kind);
    CHECK_EQ(parsed->owner, kContext);
    CHECK_EQ(parsed->entity, c.entity);
    CHECK_EQ(parsed->number, c.number);
  }
  CHECK_EQ(ParseName(RegistryName())->kind, FileKind::kRegistry);
  CHECK_EQ(ParseName(RegistryName())->owner, 0);
}

TEST("names: a response log is told apart by its client") {
  CHECK(LogName({kWriter, kClient}, 1) != LogName({kWriter, {kClient.context, 8}}, 1));
  CHECK_EQ(LogName({kWriter, kClient}, 1), "rsp-0123456789abcdef00000042-fedcba987654321000000007-00000001");
}

TEST("names: what this version would not have written is nobody's") {
  const std::string good[] = {ContextName(kContext), SocketName(kContext), LogName({kWriter, {}}, 1),
                              LogName({kWriter, kClient}, 1), DurableName(kWriter, 1)};
  for (const std::string& name : good) {
    for (std::size_t cut = 0; cut < name.size(); ++cut) CHECK(!ParseName(name.substr(0, cut)));
    CHECK(!ParseName(name + "0"));
    for (std::size_t i = 0; i < name.size(); ++i) {
      for (char c : {'g', 'A', '/', ' ', '\0', '-'}) {
        std::string changed = name;
        if (changed[i] == c) continue;
        changed[i] = c;
        CHECK(!ParseName(changed));
      }
    }
  }
  for (const char* name : {"", ".", "..", "Registry", "registry2", "ctx-0000000000000000", "new-0123456789abcdef",
                           "new-0123456789abcdef_x", "lock", "log-"}) {
    CHECK(!ParseName(name));
  }
}

TEST("names: hexadecimal digits and back") {
  CHECK_EQ(Hex(0xbeef, 8), "0000beef");
  CHECK_EQ(Hex(~0ull, 16), "ffffffffffffffff");
  CHECK_EQ(*ParseHex("ffffffffffffffff"), ~0ull);
  CHECK(!ParseHex("00000000000000000"));
  CHECK(!ParseHex(""));
  CHECK(!ParseHex("0x1"));
}
