package io.fairstream.streams.wire;

import io.fairstream.rules.account.FactorRules;
import io.fairstream.rules.account.Standing;
import io.fairstream.rules.decay.HalfLife;

/** What is published of a customer. */
public record PriorityRow(String customer, Standing standing, FactorRules factors, HalfLife halfLife) {}
