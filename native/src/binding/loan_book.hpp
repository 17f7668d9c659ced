// Loaned messages that JavaScript holds: one ArrayBuffer each, over the record's own memory. The pin goes with the
// buffer, when the user gives it back or when it is collected, whichever comes first.
#pragma once

#include <napi.h>

#include <memory>
#include <unordered_map>

#include "core/batch.hpp"
#include "core/context.hpp"

namespace roslet::binding {

class LoanBook : public std::enable_shared_from_this<LoanBook> {
 public:
  // A loan's buffer begins this much before its payload: behind the encapsulation header it is 8-byte aligned again.
  static constexpr std::size_t kLead = 4;

  explicit LoanBook(const std::shared_ptr<Context>& context) : context_(context) {}

  // Null, and the loan is given back, where the runtime forbids memory of our own behind an ArrayBuffer.
  napi_value Wrap(Napi::Env env, const Batch::Item& item);
  // Detaches the buffer, so that no view on it can see what is written there next. False when it is no loan, or none
  // any more.
  bool Release(Napi::Env env, Napi::Value buffer);
  std::size_t out() const { return out_.size(); }

 private:
  void Forget(const void* memory, const Loan& loan);

  std::weak_ptr<Context> context_;
  std::unordered_map<const void*, Loan> out_;
};

}  // namespace roslet::binding
