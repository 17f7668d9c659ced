// The graph's news: each change is told once, an end as well, and nobody hears of himself.
#include "child.hpp"
#include "domain.hpp"

using namespace roslet;
using namespace roslet::test;

namespace {

void Set(Context& context, const std::string& text) {
  context.SetCatalogue(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

std::string Text(const CatalogueChange& change) {
  return change.catalogue ? std::string(change.catalogue->begin(), change.catalogue->end()) : "(gone)";
}

}  // namespace

TEST("graph: a newcomer, its changes and its end are told once each") {
  Domain domain;
  Context one(domain.options());
  CHECK(one.TakeGraphChanges().empty());
  {
    Context two(domain.options());
    Set(two, "first");
    CHECK(one.GraphChanged());
    auto changes = one.TakeGraphChanges();
    CHECK_EQ(changes.size(), 1);
    CHECK_EQ(changes[0].context, two.id());
    CHECK_EQ(changes[0].pid, ::getpid());
    CHECK_EQ(Text(changes[0]), "first");
    CHECK(!one.GraphChanged());
    CHECK(one.TakeGraphChanges().empty());
    Set(two, "second");
    Set(two, "third");
    changes = one.TakeGraphChanges();
    CHECK_EQ(changes.size(), 1);
    CHECK_EQ(Text(changes[0]), "third");
  }
  CHECK(one.GraphChanged());
  auto changes = one.TakeGraphChanges();
  CHECK_EQ(changes.size(), 1);
  CHECK_EQ(Text(changes[0]), "(gone)");
  CHECK(!one.GraphChanged());
}

TEST("graph: the own catalogue is no news, another's that came in between is") {
  Domain domain;
  Context one(domain.options());
  Context two(domain.options());
  one.TakeGraphChanges();
  Set(one, "mine");
  CHECK(!one.GraphChanged());
  Set(two, "theirs");
  Set(one, "mine again");
  CHECK(one.GraphChanged());
  auto changes = one.TakeGraphChanges();
  CHECK_EQ(changes.size(), 1);
  CHECK_EQ(Text(changes[0]), "theirs");
}

TEST("graph: contexts of one process see each other in the tick they appear") {
  Domain domain;
  std::vector<std::unique_ptr<Context>> contexts;
  for (int i = 0; i < 20; ++i) {
    contexts.push_back(std::make_unique<Context>(domain.options()));
    Set(*contexts.back(), "context " + std::to_string(i));
  }
  for (auto& context : contexts) CHECK_EQ(context->TakeGraphChanges().size(), 19);
  contexts.erase(contexts.begin() + 3, contexts.end());
  for (auto& context : contexts) CHECK_EQ(context->TakeGraphChanges().size(), 17);
}

CHILD("joins-and-waits") {
  Domain domain(arguments[0]);
  if (arguments.size() > 1) Listen();
  Context context(domain.options());
  Set(context, "child");
  Tell("ready");
  Listen();
  return 0;
}

TEST("graph: a killed process is noticed by who waits, and its files go") {
  Domain domain;
  Context one(domain.options());
  Child child("joins-and-waits", {domain.path()});
  CHECK_EQ(child.Hear(), "ready");
  auto changes = one.TakeGraphChanges();
  CHECK_EQ(changes.size(), 1);
  CHECK_EQ(changes[0].pid, child.pid());
  CHECK_EQ(domain.Files().size(), 5);
  child.Signal(SIGKILL);
  CHECK(Eventually([&] { return one.Wait(100) && one.GraphChanged(); }));
  changes = one.TakeGraphChanges();
  CHECK_EQ(changes.size(), 1);
  CHECK_EQ(Text(changes[0]), "(gone)");
  CHECK_EQ(domain.Files().size(), 3);
}

TEST("graph: a death is noticed though the process's descriptor has a number that was watched for something else") {
  Domain domain;
  Context one(domain.options());
  Child child("joins-and-waits", {domain.path(), "when told"});
  int number;
  {
    Context two(domain.options());
    one.TakeGraphChanges();
    one.WatchWritable(one.FindPeer(two.id()));  // its mailbox is full, say
    number = one.FindPeer(two.id())->Socket();
  }
  one.TakeGraphChanges();
  child.Say("go");
  CHECK_EQ(child.Hear(), "ready");
  {
    // Free are a number for its segment, and then the one the other's socket had.
    std::vector<FileDescriptor> taken;
    while (taken.empty() || taken.back().get() < number) taken.emplace_back(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    CHECK_EQ(taken.back().get(), number);
    taken.back().Reset();
    taken.front().Reset();
    CHECK_EQ(one.TakeGraphChanges().size(), 1);
  }
  child.Signal(SIGKILL);
  CHECK(Eventually([&] { return one.Wait(100) && one.GraphChanged(); }));
  CHECK_EQ(one.TakeGraphChanges().size(), 1);
}

TEST("graph: a context that ends though its process lives on is noticed") {
  Domain domain;
  Context one(domain.options());
  Context two(domain.options());
  one.TakeGraphChanges();
  two.Abandon();
  CHECK(Eventually([&] {
    one.ProcessEvents();
    return one.GraphChanged();
  }));
  CHECK_EQ(Text(one.TakeGraphChanges().at(0)), "(gone)");
  CHECK_EQ(domain.Files().size(), 3);
}

TEST("graph: a file of a context's name that is none disturbs nobody") {
  Domain domain;
  Context one(domain.options());
  Context two(domain.options());
  two.Abandon();
  std::filesystem::remove(domain.path() + "/" + ContextName(two.id()));
  std::filesystem::create_directory(domain.path() + "/" + ContextName(two.id()));
  one.NoteDeath();
  CHECK(one.TakeGraphChanges().empty());
  Set(one, "still here");
  Context three(domain.options());
  CHECK_EQ(one.TakeGraphChanges().size(), 1);
  CHECK_EQ(three.TakeGraphChanges().size(), 1);
}

TEST("graph: what was left behind is listed as such, and a living context's files are not") {
  Domain domain;
  Context one(domain.options());
  ContextId dead;
  {
    Context two(domain.options());
    dead = two.id();
    Publisher publisher(two, {.entity = 1, .transient_local = true});
    Publish(two, publisher, 100'000);
    two.Abandon();
  }
  CHECK_EQ(domain.Files(LogName({{dead, 1}, {}}, 1)).size(), 1);
  CHECK_EQ(CleanDomain(one.directory(), true).size(), 4);
  CHECK_EQ(domain.Files().size(), 7);
  CHECK_EQ(CleanDomain(one.directory(), false).size(), 4);
  CHECK_EQ(domain.Files().size(), 3);
}
