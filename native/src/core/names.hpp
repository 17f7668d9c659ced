// Every file and socket name of a domain directory, as pure functions, with the inverse parser beside them.
//
//   registry                                   the context table
//   ctx-<context>                              a context's segment
//   sock-<context>                             its mailbox socket
//   log-<context><entity>-<generation>         a publisher's ring
//   rsp-<context><entity>-<context><entity>-<generation>   a service's ring for one client
//   dur-<context><entity>-<number>             one latched message of 64 KiB or more
//   new-<context>-<anything>                   a file in the making, where O_TMPFILE is missing
//
// <context> is 16 hex digits, <entity> 8, <generation> and <number> 8. Whatever a context owns begins with its id, so a
// sweep after a death needs nothing but the id.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace roslet {

using ContextId = std::uint64_t;

// A DDS-like global identifier of an endpoint: the context and the endpoint's number in it.
struct Gid {
  ContextId context = 0;
  std::uint32_t entity = 0;

  bool operator==(const Gid&) const = default;
  bool IsNil() const { return context == 0 && entity == 0; }
};

// A publisher's stream: who writes and, for a service's private response stream, who alone reads.
struct StreamId {
  Gid writer;
  Gid target;  // nil for topics and requests

  bool operator==(const StreamId&) const = default;
};

struct StreamIdHash {
  std::size_t operator()(const StreamId& id) const {
    std::uint64_t h = id.writer.context * 0x9E3779B97F4A7C15ull;
    h ^= (h >> 29) + id.writer.entity;
    h *= 0xBF58476D1CE4E5B9ull;
    h ^= (h >> 32) + id.target.context;
    h *= 0x94D049BB133111EBull;
    h ^= (h >> 31) + id.target.entity;
    return static_cast<std::size_t>(h);
  }
};

std::string Hex(std::uint64_t value, int digits);
std::optional<std::uint64_t> ParseHex(std::string_view text);

std::string RegistryName();
std::string ContextName(ContextId context);
std::string SocketName(ContextId context);
std::string LogName(const StreamId& stream, std::uint32_t generation);
std::string DurableName(const Gid& writer, std::uint32_t number);
std::string TemporaryName(ContextId context, std::string_view what);

enum class FileKind { kRegistry, kContext, kSocket, kLog, kResponseLog, kDurable, kTemporary };

struct ParsedName {
  FileKind kind;
  ContextId owner = 0;  // 0 for the registry
  std::uint32_t entity = 0;
  std::uint32_t number = 0;  // generation of a log, number of a durable segment
};

// Nothing for a name this version does not know; such files are never touched.
std::optional<ParsedName> ParseName(std::string_view name);

}  // namespace roslet
