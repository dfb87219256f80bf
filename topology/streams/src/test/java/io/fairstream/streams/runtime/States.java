package io.fairstream.streams.runtime;

import io.fairstream.rules.EventHistory;
import io.fairstream.rules.Pages;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Entry.CustomerEntry;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.match.MatchEvent.MatchChange;
import io.fairstream.rules.match.MatchLedger;
import io.fairstream.rules.match.OpenMatch;
import io.fairstream.rules.priority.AccountState;
import io.fairstream.rules.priority.AccountState.CompensatedSum;
import io.fairstream.rules.priority.AccountState.InUse;
import io.fairstream.rules.priority.Edit;
import io.fairstream.rules.priority.Edit.Decision;
import io.fairstream.rules.priority.Groups.Membership;
import io.fairstream.rules.priority.PriorityAccount;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Random states, whether or not events could lead to them. */
public final class States {
    public static final HalfLife HOUR = new HalfLife(3600);
    public static final String KEY = "slot1@node1";

    private static final String[] NAMES = {"", "alice", "bob", "Zoë O'Brien", "用户🦉", "\"", "x".repeat(1024)};
    private static final double[] DOUBLES = {
        0, -0.0, 0.5, 1, -1, 64, 1L << 50, -(1L << 50), 1L << 53, 1e20, Double.MIN_VALUE
    };
    private static final long[] TIMES = {0, 1, 1_700_000_000_000L, Long.MAX_VALUE};

    private final Random random;

    public States(long seed) {
        random = new Random(seed);
    }

    public MatchLedger ledger() {
        Map<Long, Integer> revisions = new HashMap<>();
        for (int left = random.nextInt(4); left > 0; left--) {
            revisions.put(time(), 1 + random.nextInt(1000));
        }
        return new MatchLedger(matchOrNone(), events(), matchOrNone(), revisions, pages());
    }

    public EventHistory.Page<OpenMatch, MatchEvent> matchPage() {
        return new EventHistory.Page<>(matchOrNone(), events());
    }

    private @Nullable OpenMatch matchOrNone() {
        return random.nextBoolean() ? null : new OpenMatch(name(), name(), number(), time(), name());
    }

    private List<MatchEvent> events() {
        List<MatchEvent> events = new ArrayList<>();
        for (int left = random.nextInt(50); left > 0; left--) {
            events.add(new MatchEvent(KEY, name(), time(), change()));
        }
        return events;
    }

    private MatchChange change() {
        return switch (random.nextInt(3)) {
            case 0 -> new MatchChange.Matched(name(), number(), name());
            case 1 -> new MatchChange.Unmatched(name());
            default ->
                new MatchChange.Observed(
                        oneOf(MatchChange.Observed.State.values()),
                        random.nextBoolean() ? null : name(),
                        number(),
                        random.nextBoolean());
        };
    }

    public PriorityAccount account() {
        return new PriorityAccount(HOUR, state(), entries(), pages());
    }

    public PriorityAccount.Page accountPage() {
        return PriorityAccount.Page.of(state(), entries());
    }

    private AccountState state() {
        if (random.nextInt(4) == 0) {
            return AccountState.UNKNOWN;
        }
        return new AccountState(
                random.nextInt(1_000_000),
                number(),
                inUse(),
                inUse(),
                new AccountState.Usage(random.nextInt(), sum(), timeOrNever(), timeOrNever()),
                random.nextBoolean(),
                new AccountState.Cutoffs(timeOrNever(), timeOrNever(), timeOrNever(), timeOrNever()),
                decisions());
    }

    private InUse inUse() {
        return new InUse(random.nextInt(100), sum());
    }

    private CompensatedSum sum() {
        return new CompensatedSum(number(), number());
    }

    public Membership membership() {
        String group = random.nextBoolean() ? "physics.theory" : null;
        return new Membership(group, inUse(), timeOrNever());
    }

    private List<Decision> decisions() {
        List<Decision> decisions = new ArrayList<>();
        for (int left = random.nextInt(4); left > 0; left--) {
            long until = random.nextBoolean() ? Decision.FOR_GOOD : time();
            decisions.add(new Decision(oneOf(Decision.Kind.values()), number(), time(), until));
        }
        return List.copyOf(decisions);
    }

    /** In order and without an overflow, because an account folds them when it is read. */
    private List<CustomerEntry> entries() {
        List<CustomerEntry> entries = new ArrayList<>();
        long at = 1_000_000;
        for (int left = random.nextInt(50); left > 0; left--) {
            at += random.nextInt(3) * (long) random.nextInt(100_000);
            entries.add(entry(at, name()));
        }
        entries.sort(CustomerEntry.ORDER);
        return entries;
    }

    private CustomerEntry entry(long at, String by) {
        Decision.Kind kind = oneOf(Decision.Kind.values());
        return switch (random.nextInt(10)) {
            case 0 -> new RateChange(true, at, random.nextInt(9) - 4, number(), at - random.nextInt(10_000));
            case 1, 2 -> new RateChange(at, random.nextBoolean() ? 1 : -1, number(), at - random.nextInt(10_000));
            case 3 -> Edits.decide(at, by, kind, number(), random.nextBoolean() ? Decision.FOR_GOOD : at + 1);
            case 4 -> new Edit(at, by, new Edit.CancelLease(kind));
            case 5 -> new Edit(at, by, new Edit.SetPriority(number()));
            case 6 -> new Edit(at, by, new Edit.SetAccumulatedUsage(number()));
            case 7 -> new Edit(at, by, new Edit.SetBeginUsage(time()));
            case 8 -> new Edit(at, by, new Edit.SetLastUsage(time()));
            default ->
                random.nextBoolean() ? new Edit(at, by, new Edit.ResetUsage()) : new Edit(at, by, new Edit.Delete());
        };
    }

    private Pages pages() {
        int first = random.nextInt(1000);
        return new Pages(first, first + random.nextInt(3));
    }

    private String name() {
        return oneOf(NAMES);
    }

    private double number() {
        return random.nextBoolean() ? DOUBLES[random.nextInt(DOUBLES.length)] : random.nextGaussian();
    }

    private long time() {
        return random.nextBoolean() ? TIMES[random.nextInt(TIMES.length)] : random.nextInt(1_000_000_000) * 1000L;
    }

    public long timeOrNever() {
        return random.nextBoolean() ? AccountState.NEVER : time();
    }

    private <T> T oneOf(T[] values) {
        return values[random.nextInt(values.length)];
    }
}
