package io.fairstream.rules.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Entry.UsageEntry;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.journal.Outcome.Effect;
import io.fairstream.rules.session.Coverage.Interval;
import io.fairstream.rules.session.SessionDelta.Segment;
import io.fairstream.rules.session.SessionLedger.RejectedParts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The ledgers of several nodes, what they charged, and what became of each record. */
final class SessionBook {
    private final Map<String, SessionLedger> ledgers = new TreeMap<>();
    private final List<Charge> charges = new ArrayList<>();
    private final Map<String, Map<Long, Long>> down = new TreeMap<>();
    private final Set<Long> waiting = new HashSet<>();
    private long records;
    private long applied;
    private long duplicates;
    private long refused;

    /** Applies a record; its offset is its place among all. */
    Outcome<Charge, RejectedParts> apply(SessionDelta delta) {
        SessionLedger ledger = ledgers.computeIfAbsent(delta.key(), key -> new SessionLedger());
        long offset = records++;
        waiting.add(offset);
        int before = ledger.waitingParts();
        Outcome<Charge, RejectedParts> outcome = ledger.apply(new Segment(delta, 0, offset), Snapshots.CAUSE);
        for (RejectedParts refusal : outcome.results()) {
            for (Segment part : refusal.parts()) {
                assertTrue(waiting.remove(part.offset()), "refused twice: " + part);
                refused++;
            }
        }
        if (outcome.effect() == Effect.DUPLICATE) {
            waiting.remove(offset);
            duplicates++;
        }
        if (outcome.effect() == Effect.APPLIED) {
            assertEquals(1 + before - ledger.waitingParts(), delta.parts());
            applied += delta.parts();
            charge(delta.key(), outcome.charges());
        }
        return outcome;
    }

    private void charge(String node, List<Charge> some) {
        charges.addAll(some);
        for (Charge charge : some) {
            UsageEntry.Usage usage = Snapshots.usage(charge);
            assertTrue(usage.from() < usage.at(), charge::toString);
            assertNotEquals(Amounts.EMPTY, usage.amounts(), charge::toString);
            if (charge.account().name().equals("DOWN")) {
                long millis = usage.at() - usage.from();
                long processors = usage.amounts().get(Quantity.CPU_USED) / millis / 1000;
                assertEquals(processors * millis * 1000, usage.amounts().get(Quantity.CPU_USED));
                SessionTruth.change(down, node, usage.from(), processors);
                SessionTruth.change(down, node, usage.at(), -processors);
            }
        }
    }

    /** Takes every ledger out of what would be kept of it. */
    void restart() {
        ledgers.replaceAll((node, ledger) -> new SessionLedger(
                ledger.time(),
                new Coverage(ledger.coverage().stretches(), ledger.coverage().hasForgotten()),
                ledger.waiting()));
    }

    /** The times of the nodes that have any. */
    Map<String, NodeTime> times() {
        Map<String, NodeTime> times = new TreeMap<>();
        ledgers.forEach((node, ledger) -> times.put(node, ledger.time()));
        times.values().removeIf(NodeTime::isNone);
        return times;
    }

    Map<String, List<Interval>> stretches() {
        Map<String, List<Interval>> stretches = new TreeMap<>();
        ledgers.forEach((node, ledger) -> stretches.put(node, ledger.coverage().stretches()));
        return stretches;
    }

    Map<String, Amounts> sums() {
        return Snapshots.sums(charges);
    }

    /** By node and time, by how much the number of processors that are down was said to change. */
    Map<String, Map<Long, Long>> down() {
        return down;
    }

    List<Charge> charges() {
        return charges;
    }

    /** Each record is exactly one of applied, duplicate, refused and waiting. */
    void assertCounts() {
        long stillWaiting =
                ledgers.values().stream().mapToLong(SessionLedger::waitingParts).sum();
        assertEquals(records, applied + duplicates + refused + stillWaiting);
        assertEquals(waiting.size(), applied + stillWaiting);
    }

    /** Law 3, per node and over all of them. */
    void assertBalances() {
        long capacity = 0;
        for (NodeTime time : times().values()) {
            assertEquals(
                    time.capacityMicros(),
                    time.sessionsMicros() + time.systemMicros() + time.idleMicros() + time.downMicros(),
                    time::toString);
            assertFalse(time.downMicros() < 0, time::toString);
            capacity += time.capacityMicros();
        }
        for (Account.Kind payer : List.of(Account.Kind.JOB, Account.Kind.USER)) {
            assertEquals(
                    capacity,
                    charges.stream()
                            .filter(charge -> charge.account().kind() == payer)
                            .mapToLong(
                                    charge -> Snapshots.usage(charge).amounts().get(Quantity.CPU_USED))
                            .sum());
        }
    }
}
