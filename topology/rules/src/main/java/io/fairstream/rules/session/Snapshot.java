package io.fairstream.rules.session;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.rules.Names.PseudoUsers;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.Sums;
import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Charge.Dimensions;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.rules.journal.Entry.UsageEntry;
import io.fairstream.rules.session.Coverage.Down;
import io.fairstream.rules.session.SessionDelta.Segment;
import io.fairstream.rules.session.SessionDelta.SessionKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parts of one snapshot that have arrived, in the order of their sessions. Mutable; one owner. */
final class Snapshot {
    private static final Comparator<Segment> BY_SESSION =
            Comparator.comparingLong(part -> part.delta().session());

    private final List<Segment> parts = new ArrayList<>();

    Snapshot(Segment first) {
        parts.add(first);
    }

    List<Segment> parts() {
        return Collections.unmodifiableList(parts);
    }

    /** Returns one of the parts, for values that all parts share. */
    SessionDelta first() {
        return parts.get(0).delta();
    }

    boolean isComplete() {
        return parts.size() == first().parts();
    }

    /** Returns true if exactly this part has arrived. */
    boolean has(Segment part) {
        int index = indexOf(part);
        return index >= 0 && parts.get(index).delta().equals(part.delta());
    }

    /** Returns the rejection of the snapshot if a part disagrees with the others, or null. */
    @Nullable
    Rejection contradiction(Segment part) {
        SessionDelta delta = part.delta();
        if (!first().agreesWith(delta)) {
            return contradiction(wholeOf(delta), wholeOf(first()), parts.get(0));
        }
        int index = indexOf(part);
        return index < 0
                ? null
                : contradiction(
                        "session: " + delta.session() + " with other content", "the same again", parts.get(index));
    }

    private static Rejection contradiction(String problem, String expected, Segment here) {
        return new Rejection(
                Reason.SNAPSHOT_CONTRADICTORY,
                String.format("%s (expected: %s, as offset %d says)", problem, expected, here.offset()));
    }

    private static String wholeOf(SessionDelta delta) {
        String energy =
                delta.nodeEnergyMillijoules() == 0 ? "" : ", nodeEnergyMillijoules: " + delta.nodeEnergyMillijoules();
        return String.format(
                "from: %s, to: %s, parts: %d, nodeProcessors: %d%s",
                Instant.ofEpochMilli(delta.from()),
                Instant.ofEpochMilli(delta.to()),
                delta.parts(),
                delta.nodeProcessors(),
                energy);
    }

    /** Adds a part that is no {@linkplain #contradiction contradiction} and has not {@linkplain #has arrived} yet. */
    void add(Segment part) {
        parts.add(-indexOf(part) - 1, part);
    }

    private int indexOf(Segment part) {
        return Collections.binarySearch(parts, part, BY_SESSION);
    }

    /** CPU time of all parts of a kind, microseconds. */
    long micros(SessionKind kind) {
        long sum = 0;
        for (Segment part : parts) {
            if (part.delta().kind() == kind) {
                sum = Math.addExact(sum, part.delta().cpuMicros());
            }
        }
        return sum;
    }

    /** Processors x time, microseconds. */
    long capacityMicros() {
        return first().nodeProcessors() * first().millis() * 1000;
    }

    /** Returns the rejection of a complete snapshot that does not balance, or null. */
    @Nullable
    Rejection imbalance() {
        long sessions = micros(SessionKind.PROCESSES);
        long system = micros(SessionKind.SYSTEM);
        long idle = micros(SessionKind.IDLE);
        long sum = Math.addExact(Math.addExact(sessions, system), idle);
        if (sum == capacityMicros()) {
            return null;
        }
        return new Rejection(
                Reason.SNAPSHOT_UNBALANCED,
                String.format(
                        "sessions %d + SYSTEM %d + IDLE %d = %d us (expected: %d processors x %d ms = %d us)",
                        sessions, system, idle, sum, first().nodeProcessors(), first().millis(), capacityMicros()));
    }

    /** Returns the rejection of an incomplete snapshot because of an event before the rest arrived. */
    Rejection incompleteness(String before) {
        String arrived = parts.size() + " of " + first().parts();
        return Rejection.of(Reason.SNAPSHOT_INCOMPLETE, "parts", arrived, "all before " + before);
    }

    /** Charges of one snapshot: one for each job and its user, and one for each user. */
    static final class SnapshotCharges {
        private final SessionDelta snapshot;
        private final String node;
        private final Cause cause;
        private final List<Charge> charges = new ArrayList<>();
        private final Map<User, Sum> jobs = new LinkedHashMap<>();
        private final Map<User, Sum> users = new LinkedHashMap<>();

        private SnapshotCharges(SessionDelta snapshot, Cause cause) {
            this.snapshot = snapshot;
            this.node = snapshot.key();
            this.cause = cause;
        }

        static List<Charge> of(Snapshot snapshot, List<Down> downs, Cause cause) {
            SnapshotCharges charges = new SnapshotCharges(snapshot.first(), cause);
            charges.add(snapshot.parts());
            downs.forEach(charges::add);
            return charges.charges;
        }

        /** User of a job; the job id is 0 for usage outside of jobs and for the user's total. */
        private record User(long jobId, String name) {}

        /** Usage by a user; the user id is the first one reported by a part. */
        private record Sum(@Nullable Long userId, Amounts used) {
            Sum plus(Sum other) {
                return new Sum(userId == null ? other.userId : userId, used.plus(other.used));
            }
        }

        private void add(List<Segment> parts) {
            long[] cpuMicros =
                    parts.stream().mapToLong(part -> part.delta().cpuMicros()).toArray();
            long[] energy = EnergySplit.of(snapshot.nodeEnergyMillijoules(), cpuMicros);
            for (int i = 0; i < parts.size(); i++) {
                SessionDelta delta = parts.get(i).delta();
                Amounts all = delta.used();
                Amounts used = energy[i] == 0 ? all : all.plus(Amounts.of(Quantity.ENERGY, energy[i]));
                switch (delta.kind()) {
                    case PROCESSES -> add(delta.jobId(), delta.user(), new Sum(delta.userId(), used));
                    case SYSTEM -> add(0, PseudoUsers.SYSTEM, new Sum(PseudoUsers.SYSTEM_ID, used));
                    case IDLE -> add(0, PseudoUsers.IDLE, new Sum(PseudoUsers.IDLE_ID, used));
                }
            }
            jobs.forEach((user, sum) -> addToJob(user, usage(user, sum)));
            users.forEach((user, sum) -> add(Account.user(user.name()), user, usage(user, sum)));
        }

        private void add(long jobId, String name, Sum sum) {
            jobs.merge(new User(jobId, name), sum, Sum::plus);
            users.merge(new User(0, name), sum, Sum::plus);
        }

        private UsageEntry.Usage usage(User user, Sum sum) {
            return new UsageEntry.Usage(snapshot.from(), snapshot.to(), sum.used(), user.name(), sum.userId());
        }

        private void add(Down down) {
            User user = new User(0, PseudoUsers.DOWN);
            Amounts used = Amounts.of(Quantity.CPU_USED, down.micros());
            UsageEntry.Usage usage =
                    new UsageEntry.Usage(down.from(), down.to(), used, PseudoUsers.DOWN, PseudoUsers.DOWN_ID);
            addToJob(user, usage);
            add(Account.user(user.name()), user, usage);
        }

        private void addToJob(User user, UsageEntry.Usage usage) {
            String job = snapshot.cluster() + "/" + user.jobId();
            add(Account.job(user.jobId() == 0 ? job + "/" + user.name() : job), user, usage);
        }

        private void add(Account account, User user, UsageEntry.Usage usage) {
            if (!usage.amounts().isEmpty()) {
                Dimensions dimensions = Dimensions.ofSession(snapshot.cluster(), snapshot.node(), user.jobId());
                charges.add(new Charge(account, Ledger.SESSION, node, dimensions, usage, cause));
            }
        }
    }

    /**
     * Splits the energy of a node over its sessions, SYSTEM and IDLE by processor time:
     *
     * <pre>
     *   C(i) = Σ max(0, c(j)) over the first i parts          share(i) = ⌊E·C(i)/C(n)⌋ - ⌊E·C(i-1)/C(n)⌋
     * </pre>
     *
     * The shares are whole numbers of 0 or more and add up to {@code E} exactly. A second of an idle processor counts as much as one of a
     * busy processor: energy consumed while nothing runs is charged to IDLE and not to a job.
     */
    static final class EnergySplit {
        private EnergySplit() {}

        /**
         * Computes the share of each part, in the unit of {@code energy}.
         *
         * @param energy 0 or more
         * @param cpuMicros CPU time of each part, at least one above 0; a negative time of SYSTEM counts as 0
         */
        static long[] of(long energy, long[] cpuMicros) {
            long all = 0;
            for (long micros : cpuMicros) {
                all += Math.max(0, micros);
            }
            long[] shares = new long[cpuMicros.length];
            long counted = 0;
            long given = 0;
            for (int i = 0; i < shares.length; i++) {
                counted += Math.max(0, cpuMicros[i]);
                long until = Sums.part(energy, counted, all);
                shares[i] = until - given;
                given = until;
            }
            return shares;
        }
    }
}
