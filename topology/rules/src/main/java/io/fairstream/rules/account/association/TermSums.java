package io.fairstream.rules.account.association;

import io.fairstream.rules.decay.HalfLife;

/**
 * What a bank was charged under some terms.
 *
 * @param halfLife of the terms
 */
public record TermSums(HalfLife halfLife, UsageSums sums) {}
