package io.fairstream.rules.session;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.PseudoUsers;
import io.fairstream.rules.Quantity;
import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Cause;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Dimensions;
import io.fairstream.rules.journal.Ledger;
import io.fairstream.rules.journal.UsageEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Charges of one snapshot: one for each job and its user, and one for each user. */
final class SnapshotCharges {
    private final SessionDelta snapshot;
    private final String node;
    private final Cause cause;
    private final List<Charge> charges = new ArrayList<>();

    private SnapshotCharges(SessionDelta snapshot, Cause cause) {
        this.snapshot = snapshot;
        this.node = snapshot.key();
        this.cause = cause;
    }

    /** The charges of a snapshot, and of what it changes of the time for which the node counts as down. */
    static List<Charge> of(Snapshot snapshot, List<Down> downs, Cause cause) {
        SnapshotCharges charges = new SnapshotCharges(snapshot.first(), cause);
        charges.add(snapshot.parts());
        downs.forEach(charges::add);
        return charges.charges;
    }

    /** User of a job; the job id is 0 for no job and for a user as a whole. */
    private record User(long jobId, String name) {}

    /** Use by a user; the user id is the first one that a part reports. */
    private record Sum(@Nullable Long userId, Amounts used) {
        Sum plus(Sum other) {
            return new Sum(userId == null ? other.userId : userId, used.plus(other.used));
        }
    }

    private void add(List<Segment> parts) {
        Map<User, Sum> jobs = new LinkedHashMap<>();
        Map<User, Sum> users = new LinkedHashMap<>();
        long[] energy = energy(parts);
        for (int i = 0; i < parts.size(); i++) {
            SessionDelta delta = parts.get(i).delta();
            Amounts used = delta.used();
            Sum sum = new Sum(userId(delta), energy[i] == 0 ? used : used.plus(Amounts.of(Quantity.ENERGY, energy[i])));
            String name = user(delta);
            jobs.merge(new User(jobId(delta), name), sum, Sum::plus);
            users.merge(new User(0, name), sum, Sum::plus);
        }
        jobs.forEach((user, sum) -> addToJob(user, usage(user, sum)));
        users.forEach((user, sum) -> addToUser(user, usage(user, sum)));
    }

    private long[] energy(List<Segment> parts) {
        long[] cpuMicros =
                parts.stream().mapToLong(part -> part.delta().cpuMicros()).toArray();
        return EnergySplit.of(snapshot.nodeEnergyMillijoules(), cpuMicros);
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
        addToUser(user, usage);
    }

    private void addToJob(User user, UsageEntry.Usage usage) {
        String job = snapshot.cluster() + "/" + user.jobId();
        add(Account.job(user.jobId() == 0 ? job + "/" + user.name() : job), user, usage);
    }

    private void addToUser(User user, UsageEntry.Usage usage) {
        add(Account.user(user.name()), user, usage);
    }

    private void add(Account account, User user, UsageEntry.Usage usage) {
        if (!usage.amounts().isNothing()) {
            Dimensions dimensions = Dimensions.ofSession(snapshot.cluster(), snapshot.node(), user.jobId());
            charges.add(new Charge(account, Ledger.SESSION, node, dimensions, usage, cause));
        }
    }

    private static long jobId(SessionDelta delta) {
        return delta.kind() == SessionKind.PROCESSES ? delta.jobId() : 0;
    }

    private static String user(SessionDelta delta) {
        return switch (delta.kind()) {
            case PROCESSES -> delta.user();
            case SYSTEM -> PseudoUsers.SYSTEM;
            case IDLE -> PseudoUsers.IDLE;
        };
    }

    private static @Nullable Long userId(SessionDelta delta) {
        return switch (delta.kind()) {
            case PROCESSES -> delta.userId();
            case SYSTEM -> PseudoUsers.SYSTEM_ID;
            case IDLE -> PseudoUsers.IDLE_ID;
        };
    }
}
