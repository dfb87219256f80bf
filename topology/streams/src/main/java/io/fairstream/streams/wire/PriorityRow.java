package io.fairstream.streams.wire;

import io.fairstream.rules.account.AccountState;
import io.fairstream.rules.account.FactorRules;
import io.fairstream.rules.decay.HalfLife;

/** What is published of a customer. */
public record PriorityRow(String customer, AccountState standing, FactorRules factors, HalfLife halfLife) {}
