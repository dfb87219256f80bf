package io.fairstream.streams.state;

import io.fairstream.rules.account.balance.Allocation;
import io.fairstream.rules.account.balance.BalanceAccount;
import io.fairstream.rules.account.balance.ChargeBy;
import io.fairstream.rules.account.balance.ProjectAccount;
import io.fairstream.rules.account.balance.Settled;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Keeps the accounts of projects. Not safe for several threads. */
public final class ProjectAccountCodec implements PagelessCodec<PublishedAccount<ProjectAccount>> {
    /** Here the latest end of a charge stood before what is known by the hour. */
    private static final int WITH_END = 1;

    private static final int VERSION = 2;

    private final StateOut out = new StateOut();

    @Override
    public PublishedAccount<ProjectAccount> create() {
        return new PublishedAccount<>(new ProjectAccount());
    }

    @Override
    public byte[] write(PublishedAccount<ProjectAccount> state) {
        out.begin(VERSION);
        out.writeLong(state.keys().size());
        new TreeSet<>(state.keys()).forEach(out::writeString);
        out.writeLong(state.account().targets().size());
        state.account().targets().forEach((app, accounts) -> {
            out.writeString(app);
            for (ChargeBy by : ChargeBy.values()) {
                write(Objects.requireNonNull(accounts.get(by)));
            }
        });
        return out.toByteArray();
    }

    @Override
    public PublishedAccount<ProjectAccount> read(String project, byte[] bytes) {
        StateIn in = new StateIn(bytes);
        if (in.version() != VERSION && in.version() != WITH_END) {
            throw StateCodec.unknown("project account", in.version());
        }
        Set<String> keys = new TreeSet<>();
        for (int left = in.readInt(); left > 0; left--) {
            keys.add(in.readString());
        }
        SortedMap<String, Map<ChargeBy, BalanceAccount>> targets = new TreeMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            String app = in.readString();
            Map<ChargeBy, BalanceAccount> accounts = new EnumMap<>(ChargeBy.class);
            for (ChargeBy by : ChargeBy.values()) {
                accounts.put(by, readAccount(project, app, by, in));
            }
            targets.put(app, accounts);
        }
        return new PublishedAccount<>(new ProjectAccount(targets), keys);
    }

    private void write(BalanceAccount kept) {
        Allocation allocation = kept.allocation();
        out.writeBoolean(allocation != null);
        if (allocation != null) {
            write(allocation);
        }
        Settled base = kept.base();
        out.writeBoolean(base != null);
        if (base != null) {
            out.writeLong(base.at());
            out.writeDouble(base.accrued());
            out.writeDouble(base.withheld());
            out.writeDouble(base.charged());
        }
        out.writeNullable(unlessNever(kept.known()));
        out.writeLong(kept.hours().size());
        long before = 0;
        for (Map.Entry<Long, Long> hour : kept.hours().entrySet()) {
            out.writeLong(hour.getKey() - before);
            out.writeLong(hour.getValue());
            before = hour.getKey();
        }
    }

    private static @Nullable Long unlessNever(long instant) {
        return instant == BalanceAccount.NEVER ? null : (Long) instant;
    }

    private static BalanceAccount readAccount(String project, String app, ChargeBy by, StateIn in) {
        Allocation allocation = in.readBoolean() ? readAllocation(project, app, in) : null;
        Settled base =
                in.readBoolean() ? new Settled(in.readLong(), in.readFinite(), in.readFinite(), in.readFinite()) : null;
        if (in.version() == WITH_END) {
            in.readNullableLong();
        }
        long known = orNever(in.readNullableLong());
        SortedMap<Long, Long> hours = new TreeMap<>();
        long hour = 0;
        for (int left = in.readInt(); left > 0; left--) {
            hour += in.readLong();
            hours.put(hour, in.readLong());
        }
        return new BalanceAccount(by, allocation, base, hours, known);
    }

    private static long orNever(@Nullable Long instant) {
        return instant == null ? BalanceAccount.NEVER : instant;
    }

    /** Without the names of project and app, which are the key and the target's. */
    private void write(Allocation allocation) {
        out.writeDouble(allocation.initialBalance());
        out.writeDouble(allocation.accrual());
        out.writeLong(allocation.interval().toMillis());
        out.writeLong(allocation.start());
        out.writeNullable(allocation.end());
        out.writeNullable(allocation.cap());
    }

    private static Allocation readAllocation(String project, String app, StateIn in) {
        return new Allocation(
                Allocation.target(project, app),
                project,
                app,
                in.readDouble(),
                in.readDouble(),
                Duration.ofMillis(in.readLong()),
                in.readLong(),
                in.readNullableLong(),
                in.readNullableDouble());
    }
}
