package io.fairstream.streams.process;

import io.fairstream.rules.UtcDays;
import io.fairstream.rules.Work;
import io.fairstream.rules.account.balance.BalanceAccount;
import io.fairstream.rules.account.daily.Active;
import io.fairstream.rules.account.daily.DayChange;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.LedgerKind;
import io.fairstream.streams.wire.Origin;
import io.fairstream.streams.wire.WorkCharge;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Sums up what daily histories and projects' balances are charged by many, and charges them at each commit. */
final class WorkCharges {
    /** The daily history of all. */
    static final String TOTAL = "total|";

    private static final String PROJECT = "project|";
    private static final String USER = "user|";
    private static final String BANK = "bank|";
    private static final String CLUSTER = "cluster|";

    private final ProcessorContext<String, Object> context;
    private final String sink;
    private final LedgerKind ledger;
    private final Map<Payer, Sum> sums = new LinkedHashMap<>();
    private final TreeMap<Long, Active> gained = new TreeMap<>();
    private @Nullable Sight newest;

    /** What adds up: by day, or by hour for balances. */
    private record Payer(ChargeKind kind, String account, String app, long period) {}

    private record Sum(long from, long to, Work work, Origin cause, long timestamp) {
        Sum plus(Sum other) {
            return new Sum(
                    Math.min(from, other.from),
                    Math.max(to, other.to),
                    work.plus(other.work),
                    other.cause,
                    Math.max(timestamp, other.timestamp));
        }
    }

    private record Sight(long day, Origin cause, long timestamp) {
        Sight orLater(@Nullable Sight other) {
            return other != null && other.day > day ? other : this;
        }
    }

    WorkCharges(ProcessorContext<String, Object> context, String sink, LedgerKind ledger) {
        this.context = context;
        this.sink = sink;
        this.ledger = ledger;
    }

    /** The daily history of a user. */
    static String user(String name) {
        return USER + name;
    }

    /** The daily history of a project. */
    static String project(String name) {
        return PROJECT + name;
    }

    /** The daily history of a bank. */
    static String bank(String path) {
        return BANK + path;
    }

    /** The daily history of a cluster. */
    static String cluster(String name) {
        return CLUSTER + name;
    }

    /** Charges a daily history for work of an interval within one day. */
    void addDay(String account, UtcDays.Piece piece, Origin cause, long timestamp) {
        Payer payer = new Payer(ChargeKind.DAY, account, "", piece.day());
        add(payer, new Sum(piece.from(), piece.to(), piece.work(), cause, timestamp));
    }

    /** Charges a project's balances. */
    void addTarget(String project, String app, UtcDays.Piece piece, Origin cause, long timestamp) {
        Payer payer = new Payer(ChargeKind.TARGET, project, app, BalanceAccount.hourOf(piece.to()));
        add(payer, new Sum(piece.from(), piece.to(), piece.work(), cause, timestamp));
    }

    private void add(Payer payer, Sum sum) {
        if (!sum.work().isNothing()) {
            sums.merge(payer, sum, Sum::plus);
        }
    }

    /**
     * Tells the total's daily history who was seen on a day.
     *
     * @param days on which they count as active because of that
     */
    void addActive(Active who, long day, List<Long> days, Origin cause, long timestamp) {
        for (Long on : days) {
            gained.merge(on, who, Active::plus);
        }
        newest = new Sight(day, cause, timestamp).orLater(newest);
    }

    /** Writes the sums that are not nothing. */
    void flush() {
        sums.forEach(this::write);
        sums.clear();
        if (newest != null) {
            WorkCharge.Told told = new WorkCharge.Told(new DayChange.Gained(newest.day(), new TreeMap<>(gained)));
            write(new WorkCharge(ChargeKind.DAY, TOTAL, ledger, "", told, newest.cause()), newest.timestamp());
        }
        gained.clear();
        newest = null;
    }

    private void write(Payer payer, Sum sum) {
        if (!sum.work().isNothing()) {
            String project = payer.kind() == ChargeKind.TARGET
                    ? payer.account()
                    : payer.account().startsWith(PROJECT) ? payer.account().substring(PROJECT.length()) : "";
            List<WorkCharge.Part> parts = List.of(new WorkCharge.Part(project, payer.app(), sum.work(), Work.NOTHING));
            WorkCharge.Done done = new WorkCharge.Done(sum.from(), sum.to(), parts);
            write(new WorkCharge(payer.kind(), payer.account(), ledger, "", done, sum.cause()), sum.timestamp());
        }
    }

    /** Writes a charge at once. */
    void write(WorkCharge charge, long timestamp) {
        context.forward(new Record<>(charge.account(), charge, timestamp), sink);
    }
}
