package io.fairstream.rules.account.usage;

/** A charge for a user. */
public record UserCharge(UsageEntry entry) {}
