package io.fairstream.streams.wire;

import io.fairstream.rules.account.Entry;

/**
 * A charge for a group: what those one level down were charged, summed up.
 *
 * @param cause the last charge that was summed up
 */
public record GroupCharge(String group, Entry.UseChange change, Origin cause) {}
