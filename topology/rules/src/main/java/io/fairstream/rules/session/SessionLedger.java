package io.fairstream.rules.session;

import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.rules.HostUsage;
import io.fairstream.rules.Names.PseudoUsers;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.ChargeSums;
import io.fairstream.rules.journal.Entry.UsageEntry;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.journal.Outcome.Effect;
import io.fairstream.rules.session.Coverage.Down;
import io.fairstream.rules.session.SessionDelta.Segment;
import io.fairstream.rules.session.Snapshot.SnapshotCharges;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ledger of the time of one node's processors.
 *
 * <p>The parts of a snapshot wait until all have arrived. A snapshot counts if it balances, <i>sessions + SYSTEM + IDLE = processors x
 * time</i>, and overlaps no other snapshot; otherwise all its parts are rejected. Time between snapshots is charged as DOWN once the next
 * snapshot has arrived, with the processors before the gap; late snapshots take it back. The result does not depend on the order of
 * arrival.
 *
 * <p>Source: SLURM's accounting design of 2002, where IDLE, DOWN and SYSTEM are users. Mutable; one owner.
 */
public final class SessionLedger {
    /** Maximum number of waiting parts; beyond it, the snapshot that has waited longest is rejected. */
    public static final int MAX_WAITING = SessionDelta.MAX_PARTS;

    private NodeTime time;
    private final Coverage coverage;
    private final List<Snapshot> waiting = new ArrayList<>();
    private int waitingParts;

    public SessionLedger() {
        this(NodeTime.ZERO, new Coverage(), List.of());
    }

    /** @param waiting the waiting parts, grouped by snapshot */
    public SessionLedger(NodeTime time, Coverage coverage, List<Segment> waiting) {
        this.time = time;
        this.coverage = coverage;
        waiting.forEach(this::add);
    }

    public NodeTime time() {
        return time;
    }

    public Coverage coverage() {
        return coverage;
    }

    /** The waiting parts, grouped by snapshot. */
    public List<Segment> waiting() {
        return waiting.stream().flatMap(snapshot -> snapshot.parts().stream()).toList();
    }

    public int waitingParts() {
        return waitingParts;
    }

    public boolean isEmpty() {
        return time.isNone() && waiting.isEmpty();
    }

    /** Applies an accepted part. The results are the parts rejected now, each of which was waiting or is the new one. */
    public Outcome<Charge, RejectedParts> apply(Segment part, Cause cause) {
        SessionDelta delta = part.delta();
        if (coverage.holds(delta)) {
            return Outcome.of(Effect.DUPLICATE);
        }
        Rejection refused = coverage.refusal(delta);
        Snapshot others = waitingFor(delta);
        if (refused == null && others != null) {
            if (others.has(part)) {
                return Outcome.of(Effect.DUPLICATE);
            }
            refused = others.contradiction(part);
        }
        if (refused != null) {
            return reject(refused, others, part);
        }
        Snapshot snapshot = add(part);
        return snapshot.isComplete()
                ? complete(snapshot, cause)
                : Outcome.of(Effect.WAITING, List.of(), giveUpSurplus());
    }

    private @Nullable Snapshot waitingFor(SessionDelta delta) {
        for (int i = waiting.size() - 1; i >= 0; i--) {
            if (waiting.get(i).first().isOfSameSnapshot(delta)) {
                return waiting.get(i);
            }
        }
        return null;
    }

    private Snapshot add(Segment part) {
        waitingParts++;
        Snapshot others = waitingFor(part.delta());
        if (others != null) {
            others.add(part);
            return others;
        }
        Snapshot first = new Snapshot(part);
        waiting.add(first);
        return first;
    }

    private Outcome<Charge, RejectedParts> complete(Snapshot snapshot, Cause cause) {
        remove(snapshot);
        Rejection imbalance = snapshot.imbalance();
        Rejection refused = imbalance == null ? time.refusal(snapshot) : imbalance;
        if (refused != null) {
            return Outcome.of(Effect.REJECTED, List.of(), List.of(new RejectedParts(refused, snapshot.parts())));
        }
        List<Down> downs = coverage.add(snapshot.first());
        time = time.with(snapshot, downs);
        return Outcome.of(Effect.APPLIED, SnapshotCharges.of(snapshot, downs, cause), List.of());
    }

    private Outcome<Charge, RejectedParts> reject(Rejection refused, @Nullable Snapshot others, Segment part) {
        List<Segment> parts = new ArrayList<>();
        if (others != null) {
            remove(others);
            parts.addAll(others.parts());
        }
        parts.add(part);
        return Outcome.of(Effect.REJECTED, List.of(), List.of(new RejectedParts(refused, parts)));
    }

    private List<RejectedParts> giveUpSurplus() {
        return waitingParts <= MAX_WAITING
                ? List.of()
                : List.of(giveUp(waiting.get(0), "more than " + MAX_WAITING + " parts of the node wait"));
    }

    private RejectedParts giveUp(Snapshot snapshot, String before) {
        remove(snapshot);
        return new RejectedParts(snapshot.incompleteness(before), snapshot.parts());
    }

    private void remove(Snapshot snapshot) {
        waiting.remove(snapshot);
        waitingParts -= snapshot.parts().size();
    }

    /**
     * Rejects waiting parts and drops state that can no longer matter.
     *
     * @param oldest time before which events are no longer accepted, milliseconds since 1970 UTC
     * @return the parts of snapshots that can no longer become complete
     */
    public List<RejectedParts> forgetBefore(long oldest) {
        coverage.forgetBefore(oldest);
        return List.copyOf(waiting).stream()
                .filter(snapshot -> snapshot.first().to() < oldest)
                .map(snapshot -> giveUp(snapshot, "deltas as old as these are refused"))
                .toList();
    }

    /** Adds the charges of the cluster's daily history for users' sessions. */
    public static void addTo(ChargeSums days, List<Charge> charges) {
        for (Charge charge : charges) {
            if (charge.account().kind() == Account.Kind.USER
                    && PseudoUsers.isRealUser(charge.account().name())
                    && charge.entry() instanceof UsageEntry.Usage usage) {
                HostUsage work = new HostUsage(usage.amounts().get(Quantity.CPU_USED), 0, 0, 0, 0, 0);
                for (UtcDays.Piece piece : UtcDays.split(usage.from(), usage.at(), work)) {
                    days.addCluster(charge.dimensions().cluster(), piece, charge.cause());
                }
            }
        }
    }

    /** Parts of one snapshot, at least one, that are rejected together. */
    public record RejectedParts(Rejection refused, List<Segment> parts) {}
}
