package io.fairstream.streams.wire;

import io.fairstream.rules.Work;
import io.fairstream.rules.account.daily.DayChange;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.LedgerKind;
import java.util.List;

/**
 * What a project's balances or a daily history are charged.
 *
 * @param kind TARGET or DAY
 * @param account the project, or scope|id
 * @param thing the ledger's key; empty for a sum
 */
public record WorkCharge(ChargeKind kind, String account, LedgerKind ledger, String thing, Entry entry, Origin cause) {
    /** What is said. */
    public sealed interface Entry {}

    /** Work of an interval within one day. */
    public record Done(long from, long to, List<Part> parts) implements Entry {
        boolean isCapped() {
            return parts.stream().anyMatch(part -> !part.cut().isNothing());
        }
    }

    /**
     * Work for one project and app.
     *
     * @param project empty for none, as in a sum over several
     * @param app empty for none
     * @param cut what was reported besides
     */
    public record Part(String project, String app, Work work, Work cut) {}

    /** Who was seen, or counts as active. */
    public record Told(DayChange change) implements Entry {}
}
