package io.fairstream.streams.wire;

import io.fairstream.rules.Work;
import io.fairstream.rules.ledger.host.HostPoint;

/**
 * What is published of a host.
 *
 * @param newest its newest report
 * @param work all that it did
 * @param cut all that it reported besides
 */
public record HostRow(String host, HostPoint newest, Work work, Work cut) {}
