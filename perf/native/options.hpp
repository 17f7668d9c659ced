// The command line: `--name value` pairs.

#pragma once

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace roslet::perf {

class Options {
 public:
  Options(int count, char** arguments) {
    for (int i = 1; i + 1 < count; i += 2) values_[arguments[i]] = arguments[i + 1];
    if (count % 2 == 0) Fail("expected pairs of --name and value");
  }

  std::string Text(const std::string& name, const std::string& otherwise) const {
    auto found = values_.find("--" + name);
    return found == values_.end() ? otherwise : found->second;
  }

  double Number(const std::string& name, double otherwise) const {
    auto text = Text(name, "");
    return text.empty() ? otherwise : std::strtod(text.c_str(), nullptr);
  }

  /// Numbers separated by commas.
  std::vector<int> List(const std::string& name) const {
    std::vector<int> numbers;
    auto text = Text(name, "");
    for (std::size_t at = 0; at < text.size();) {
      auto comma = std::min(text.find(',', at), text.size());
      numbers.push_back(std::atoi(text.substr(at, comma - at).c_str()));
      at = comma + 1;
    }
    return numbers;
  }

  [[noreturn]] static void Fail(const char* what) {
    std::fprintf(stderr, "%s\n", what);
    std::exit(1);
  }

 private:
  std::map<std::string, std::string> values_;
};

}  // namespace roslet::perf
