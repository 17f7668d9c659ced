// Loaned messages: what a reader looks at in place stays as it is, whatever the writer does, until it is given back.
#include <atomic>
#include <random>
#include <thread>

#include "domain.hpp"

using namespace roslet;
using namespace roslet::test;

namespace {

struct Held {
  std::uint64_t sequence;
  const std::uint8_t* payload;
  std::size_t size;
  std::shared_ptr<Mapping> mapping;
  Loan loan;

  bool Whole(std::size_t wanted) const {
    Bytes expected = Payload(sequence, wanted);
    return size == expected.size() && std::memcmp(payload, expected.data(), size) == 0;
  }
};

// Takes what is there; loans are kept, the others copied and checked for size only.
void TakeLoans(Context& context, std::vector<Held>& held, std::uint64_t* copied = nullptr) {
  Batch batch(512, 64u << 20);
  context.Gather(batch);
  for (const Batch::Item& item : batch.items()) {
    if (item.loan_mapping) {
      held.push_back({item.entry.sequence, item.payload, item.entry.length, item.loan_mapping, item.loan});
    } else if (copied != nullptr) {
      ++*copied;
    }
  }
  context.Settle();
}

constexpr std::size_t kSize = 9000;

}  // namespace

TEST("loans: pinned records keep their bytes while the ring runs past them many times") {
  Domain domain;
  Context one(domain.options());
  Context two(domain.options());
  Context three(domain.options());
  Publisher publisher(one, {.entity = 1, .depth = 5});
  Subscription borrower(two, {.entity = 2, .depth = 5, .loan = true});
  Subscription copier(three, {.entity = 3, .depth = 5});
  for (Subscription* subscription : {&borrower, &copier}) {
    subscription->SetActive(true);
    subscription->Attach({one.id(), 1}, Start::kBeginning, {});
  }
  publisher.SetReaders({AddressOf(two, borrower), AddressOf(three, copier)});
  std::mt19937 random(19);
  std::vector<Held> held;
  std::uint64_t copied = 0;
  for (int round = 0; round < 3000; ++round) {
    for (std::uint32_t i = random() % 5; i > 0; --i) CHECK_EQ(Publish(one, publisher, kSize), PublishStatus::kOk);
    TakeLoans(two, held);
    for (const Message& message : TakeAll(three)) {
      CHECK_EQ(message.sequence, ++copied);
      CHECK(Whole(message, kSize));
    }
    for (const Held& loan : held) CHECK(loan.Whole(kSize));
    std::shuffle(held.begin(), held.end(), random);
    while (held.size() > random() % 12) {
      two.ReleaseLoan(held.back().loan);
      two.ReleaseLoan(held.back().loan);  // a second time does nothing
      held.pop_back();
    }
  }
  CHECK_EQ(copied, publisher.last_sequence());
  CHECK_EQ(borrower.block().received.load(), publisher.last_sequence());
  CHECK(domain.Bytes() < 2'000'000);
}

TEST("loans: they outlive their attachment, their subscription, the publisher and its context") {
  Domain domain;
  Context two(domain.options());
  std::vector<Held> held;
  {
    Context one(domain.options());
    Pair pair(one, two, {.depth = 20}, {.depth = 20, .loan = true});
    for (int i = 0; i < 4; ++i) pair.Send(kSize);
    TakeLoans(two, held);
    CHECK_EQ(held.size(), 4);
    pair.subscription->Detach(pair.attachment, false);
    pair.publisher->SetReaders({});
    Pair other(one, two, {.entity = 5, .depth = 20}, {.entity = 6, .depth = 20, .loan = true});
    pair.Attach(Start::kHead);
    pair.Match();
    for (int i = 0; i < 100; ++i) pair.Send(kSize);
    for (const Held& loan : held) CHECK(loan.Whole(kSize));
    pair.subscription->Close();
    pair.publisher->SetReaders({});
    pair.Send(kSize);
    for (const Held& loan : held) CHECK(loan.Whole(kSize));
  }
  for (const Held& loan : held) {
    CHECK(loan.Whole(kSize));
    two.ReleaseLoan(loan.loan);
  }
  CHECK_EQ(two.segment().cursor(0).state.load(), 0);
}

TEST("loans: when no pin is left, messages are copied") {
  Domain domain;
  Context one(domain.options());
  Context two(domain.options());
  Pair pair(one, two, {.depth = 0, .max_bytes = 64 << 20}, {.depth = 0, .loan = true});
  std::vector<Held> held;
  std::uint64_t copied = 0;
  for (int i = 0; i < 5000; ++i) {
    CHECK_EQ(pair.Send(5000), PublishStatus::kOk);
    TakeLoans(two, held, &copied);
  }
  CHECK_EQ(held.size(), layout::kMaxPins);
  CHECK_EQ(held.size() + copied, 5000);
  for (const Held& loan : held) {
    CHECK(loan.Whole(5000));
    two.ReleaseLoan(loan.loan);
  }
  for (int i = 0; i < 100; ++i) pair.Send(5000);
  held.clear();
  TakeLoans(two, held, &copied);
  CHECK_EQ(held.size(), 100);
}

TEST("stress: a reader that views records in place beside a writer that laps it") {
  Domain domain;
  std::atomic<ContextId> reader_id{0};
  std::atomic<bool> done{false};
  std::string wrong;
  Context one(domain.options());
  ContextId writer_id = one.id();
  std::thread reader([&] {
    Context context(domain.options());
    Subscription subscription(context, {.entity = 2, .reliable = false, .depth = 0, .loan = true});
    subscription.SetActive(true);
    subscription.Attach({writer_id, 1}, Start::kBeginning, {});
    reader_id = context.id();
    std::mt19937 random(23);
    std::vector<Held> held;
    for (int taken = 0; taken < 3000 && wrong.empty();) {
      std::size_t before = held.size();
      Quiet(context);
      TakeLoans(context, held);
      taken += static_cast<int>(held.size() - before);
      std::shuffle(held.begin(), held.end(), random);
      while (held.size() > random() % 6) {
        if (!held.back().Whole(kSize)) wrong = "overwritten: " + std::to_string(held.back().sequence);
        context.ReleaseLoan(held.back().loan);
        held.pop_back();
      }
    }
    done = true;
  });
  CHECK(Eventually([&] { return reader_id != 0; }));
  Publisher publisher(one, {.entity = 1, .reliable = false, .depth = 2});
  publisher.SetReaders({{{reader_id, 2}, false}});
  while (!done) Publish(one, publisher, kSize);
  reader.join();
  CHECK_EQ(wrong, "");
}
