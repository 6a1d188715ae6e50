// SPDX-License-Identifier: Apache-2.0
#include "io/netlist_lines.hpp"

#include "io/read_all.hpp"
#include "nonsmooth/base/error.hpp"

#include <cctype>

namespace nonsmooth::io {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_lines = 1000000;
constexpr int deepest_include = 8;

bool space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && space(text.front())) text.remove_prefix(1);
  while (!text.empty() && space(text.back())) text.remove_suffix(1);
  return text;
}

// what follows ; or " $ " is a comment
std::string_view without_comment(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == ';' || (text[i] == '$' && i > 0 && space(text[i - 1]) &&
                           (i + 1 == text.size() || space(text[i + 1]))))
      return text.substr(0, i);
  return text;
}

class Gatherer {
 public:
  Gatherer(NetlistText& out, std::optional<fs::path> folder)
      : out_(out), folder_(std::move(folder)) {}

  void gather(std::string_view text, const std::string& name, bool has_title, int depth) {
    int number = 0;
    bool after_line = false;  // a continuation has something to continue
    while (!text.empty() && !ended_) {
      const std::size_t end = text.find('\n');
      std::string_view raw = text.substr(0, end);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      ++number;
      if (number == 1 && has_title) {
        out_.title = std::string(trimmed(raw));
        continue;
      }
      raw = trimmed(raw);
      if (raw.empty() || raw[0] == '*') continue;
      const NetlistLine line{name, number, lower(trimmed(without_comment(raw)))};
      if (line.text.empty()) continue;
      if (line.text[0] == '+') {
        if (!after_line) line.fail("+", "there is no line above to continue");
        out_.lines.back().text += " " + line.text.substr(1);
        continue;
      }
      if (take_control(line)) continue;
      if (line.text.starts_with(".include") || line.text.starts_with(".inc ")) {
        include(line, raw, depth);
        after_line = false;
        continue;
      }
      if (line.text == ".end") {
        ended_ = depth == 0;
        return;
      }
      if (out_.lines.size() >= most_lines) line.fail("", "more than a million lines");
      out_.lines.push_back(line);
      after_line = true;
    }
  }

 private:
  // the interactive commands of ngspice are none of ours
  bool take_control(const NetlistLine& line) {
    if (line.text == ".control") in_control_ = true;
    const bool skip = in_control_;
    if (line.text == ".endc") in_control_ = false;
    return skip;
  }

  void include(const NetlistLine& line, std::string_view raw, int depth) {
    const std::size_t blank = raw.find_first_of(" \t");
    std::string_view file = blank == std::string_view::npos ? "" : trimmed(raw.substr(blank));
    if (file.size() >= 2 && (file.front() == '"' || file.front() == '\''))
      file = file.substr(1, file.size() - 2);
    if (file.empty()) line.fail(".include", "expected the name of a file");
    if (!folder_) line.fail(file, "files cannot be included here: the netlist is not a file");
    if (depth >= deepest_include) line.fail(file, "files include each other, 8 deep");
    const fs::path root = fs::weakly_canonical(*folder_),
                   path = fs::weakly_canonical(root / fs::path(std::string(file)));
    const auto [outside, rest] = std::mismatch(root.begin(), root.end(), path.begin(), path.end());
    if (outside != root.end())
      line.fail(file, "is outside of the netlist's folder " + root.string() + "; copy it there");
    if (!fs::is_regular_file(path)) line.fail(file, "there is no such file");
    const std::vector<char> bytes = read_all(path);
    gather({bytes.data(), bytes.size()}, path.string(), false, depth + 1);
  }

  NetlistText& out_;
  std::optional<fs::path> folder_;
  bool in_control_ = false, ended_ = false;
};

// where a word that begins with { or ' ends
std::size_t end_of_braces(const NetlistLine& line, std::size_t begin) {
  if (line.text[begin] == '\'') {
    const std::size_t end = line.text.find('\'', begin + 1);
    if (end == std::string::npos) line.fail(line.text.substr(begin), "the quote is not closed");
    return end + 1;
  }
  int open = 0;
  for (std::size_t i = begin; i < line.text.size(); ++i) {
    if (line.text[i] == '{') ++open;
    if (line.text[i] == '}' && --open == 0) return i + 1;
  }
  line.fail(line.text.substr(begin), "the brace is not closed");
}

}  // namespace

void NetlistLine::fail(std::string_view token, const std::string& problem) const {
  std::string shown(token.substr(0, 60));
  for (char& c : shown)
    if (std::iscntrl(static_cast<unsigned char>(c)) != 0) c = '?';
  throw FileError(file + ":" + std::to_string(number) + ": " +
                  (shown.empty() ? "" : "'" + shown + "': ") + problem);
}

NetlistText netlist_lines(std::string_view text, const std::string& name,
                          const std::optional<std::filesystem::path>& folder) {
  NetlistText out;
  Gatherer(out, folder).gather(text, name, true, 0);
  return out;
}

std::vector<std::string> netlist_words(const NetlistLine& line, bool calls) {
  const std::string& text = line.text;
  std::vector<std::string> words;
  const auto separates = [](char c) { return space(c) || c == ',' || c == '(' || c == ')'; };
  for (std::size_t i = 0; i < text.size();) {
    if (separates(text[i])) {
      ++i;
    } else if (text[i] == '=') {
      words.emplace_back("=");
      ++i;
    } else if (text[i] == '{' || text[i] == '\'') {
      const std::size_t end = end_of_braces(line, i);
      words.push_back(text.substr(i, end - i));
      i = end;
    } else {
      std::string word;
      while (i < text.size() && !separates(text[i]) && text[i] != '=' && text[i] != '{' &&
             text[i] != '\'')
        word += text[i++];
      if (calls && (word == "v" || word == "i" || word == "p")) {
        std::size_t open = i;
        while (open < text.size() && space(text[open])) ++open;
        const std::size_t close = text.find(')', open);
        if (open < text.size() && text[open] == '(' && close != std::string::npos) {
          for (; i <= close; ++i)
            if (!space(text[i])) word += text[i];
        }
      }
      words.push_back(word);
    }
  }
  return words;
}

}  // namespace nonsmooth::io
