package io.fairstream.streams.wire;

import io.fairstream.rules.account.association.AssociationEntry;

/**
 * A charge for a bank.
 *
 * @param cause the last of the charges that were summed up
 */
public record BankCharge(String bank, AssociationEntry.Subtree entry, Origin cause) {}
