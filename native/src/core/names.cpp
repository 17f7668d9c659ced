#include "core/names.hpp"

#include <array>

namespace roslet {

std::string Hex(std::uint64_t value, int digits) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text(static_cast<std::size_t>(digits), '0');
  for (int i = digits - 1; i >= 0; --i, value >>= 4) text[static_cast<std::size_t>(i)] = kDigits[value & 15];
  return text;
}

std::optional<std::uint64_t> ParseHex(std::string_view text) {
  if (text.empty() || text.size() > 16) return std::nullopt;
  std::uint64_t value = 0;
  for (char c : text) {
    if (c >= '0' && c <= '9') {
      value = value << 4 | static_cast<std::uint64_t>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      value = value << 4 | static_cast<std::uint64_t>(c - 'a' + 10);
    } else {
      return std::nullopt;
    }
  }
  return value;
}

namespace {

std::string GidHex(const Gid& gid) {
  return Hex(gid.context, 16) + Hex(gid.entity, 8);
}

}  // namespace

std::string RegistryName() {
  return "registry";
}
std::string ContextName(ContextId context) {
  return "ctx-" + Hex(context, 16);
}
std::string SocketName(ContextId context) {
  return "sock-" + Hex(context, 16);
}

std::string LogName(const StreamId& stream, std::uint32_t generation) {
  if (stream.target.IsNil()) return "log-" + GidHex(stream.writer) + "-" + Hex(generation, 8);
  return "rsp-" + GidHex(stream.writer) + "-" + GidHex(stream.target) + "-" + Hex(generation, 8);
}

std::string DurableName(const Gid& writer, std::uint32_t number) {
  return "dur-" + GidHex(writer) + "-" + Hex(number, 8);
}

std::string TemporaryName(ContextId context, std::string_view what) {
  return "new-" + Hex(context, 16) + "-" + std::string(what);
}

std::optional<ParsedName> ParseName(std::string_view name) {
  if (name == "registry") return ParsedName{FileKind::kRegistry};
  struct Shape {
    std::string_view prefix;
    FileKind kind;
    std::size_t length;
  };
  static constexpr std::array<Shape, 5> kShapes{{
      {"ctx-", FileKind::kContext, 4 + 16},
      {"sock-", FileKind::kSocket, 5 + 16},
      {"log-", FileKind::kLog, 4 + 24 + 1 + 8},
      {"rsp-", FileKind::kResponseLog, 4 + 24 + 1 + 24 + 1 + 8},
      {"dur-", FileKind::kDurable, 4 + 24 + 1 + 8},
  }};
  if (name.starts_with("new-") && name.size() > 4 + 16) {
    auto owner = ParseHex(name.substr(4, 16));
    if (!owner || *owner == 0 || name[20] != '-') return std::nullopt;
    return ParsedName{FileKind::kTemporary, *owner};
  }
  for (const auto& shape : kShapes) {
    if (!name.starts_with(shape.prefix)) continue;
    if (name.size() != shape.length) return std::nullopt;
    auto owner = ParseHex(name.substr(shape.prefix.size(), 16));
    if (!owner || *owner == 0) return std::nullopt;
    ParsedName parsed{shape.kind, *owner};
    if (shape.kind == FileKind::kContext || shape.kind == FileKind::kSocket) return parsed;
    auto entity = ParseHex(name.substr(shape.prefix.size() + 16, 8));
    auto number = ParseHex(name.substr(name.size() - 8));
    if (!entity || !number || name[name.size() - 9] != '-') return std::nullopt;
    parsed.entity = static_cast<std::uint32_t>(*entity);
    parsed.number = static_cast<std::uint32_t>(*number);
    if (shape.kind == FileKind::kResponseLog) {
      std::string_view target = name.substr(shape.prefix.size() + 24, 1 + 24);
      if (target[0] != '-' || !ParseHex(target.substr(1, 16)) || !ParseHex(target.substr(17))) return std::nullopt;
    }
    return parsed;
  }
  return std::nullopt;
}

}  // namespace roslet
