#include "binding/loan_book.hpp"

namespace roslet::binding {

napi_value LoanBook::Wrap(Napi::Env env, const Batch::Item& item) {
  struct Held {
    std::shared_ptr<LoanBook> book;
    std::shared_ptr<Mapping> mapping;
    Loan loan;
  };
  auto* held = new Held{shared_from_this(), item.loan_mapping, item.loan};
  std::uint8_t* memory = const_cast<std::uint8_t*>(item.payload) - kLead;
  napi_value buffer = nullptr;
  napi_status status = napi_create_external_arraybuffer(
      env, memory, kLead + item.entry.length,
      [](napi_env, void* bytes, void* hint) {
        auto* finished = static_cast<Held*>(hint);
        finished->book->Forget(bytes, finished->loan);
        delete finished;
      },
      held, &buffer);
  if (status == napi_ok) {
    out_[memory] = item.loan;
    return buffer;
  }
  delete held;
  if (auto context = context_.lock()) context->ReleaseLoan(item.loan);
  return nullptr;
}

// Called when the memory of a buffer is let go. By then another loan may stand at the same place.
void LoanBook::Forget(const void* memory, const Loan& loan) {
  if (auto found = out_.find(memory); found != out_.end() && found->second.serial == loan.serial) out_.erase(found);
  if (auto context = context_.lock()) context->ReleaseLoan(loan);
}

bool LoanBook::Release(Napi::Env env, Napi::Value buffer) {
  if (!buffer.IsArrayBuffer()) return false;
  void* memory = buffer.As<Napi::ArrayBuffer>().Data();
  auto found = out_.find(memory);
  if (memory == nullptr || found == out_.end()) return false;
  Loan loan = found->second;
  if (napi_detach_arraybuffer(env, buffer) != napi_ok) return false;  // then the collector gives it back
  out_.erase(memory);
  if (auto context = context_.lock()) context->ReleaseLoan(loan);
  return true;
}

}  // namespace roslet::binding
