package io.fairstream.rules.journal;

import io.fairstream.rules.Names;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.journal.Entry.AssociationEntry;
import io.fairstream.rules.journal.Entry.BudgetSpent;
import io.fairstream.rules.journal.Entry.HostUsageEntry;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.journal.Entry.UsageEntry;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Account that pays a charge.
 *
 * @param name depending on the kind: customer or group; path of a user in a bank, or of a bank; cluster/jobId, or cluster/0/user for usage
 *     outside of jobs; user; project; scope|id of a daily history; path after a
 *     slash for a budget
 */
public record Account(Kind kind, String name) {
    private static final int LONGEST = 4 * Names.LONGEST;

    private static final List<String> SCOPES =
            Stream.of(Scope.values()).map(scope -> scope.prefix).sorted().toList();

    public static final Account TOTAL = daily(Scope.TOTAL, "");

    /** Scope of a daily history. The names are those of the schema {@code DailyScope}. */
    public enum Scope {
        TOTAL,
        PROJECT,
        USER,
        BANK,
        CLUSTER;

        private final String prefix = name().toLowerCase(Locale.ROOT) + "|";
    }

    /** Kind of account. The names are those of the schema {@code ChargeKind}. */
    public enum Kind {
        CUSTOMER(RateChange.class),
        ASSOCIATION(AssociationEntry.class),
        JOB(UsageEntry.class),
        USER(UsageEntry.class),
        TARGET(HostUsageEntry.Done.class),
        DAY(HostUsageEntry.class),
        BUDGET(BudgetSpent.class);

        private final Class<? extends Entry> entries;

        Kind(Class<? extends Entry> entries) {
            this.entries = entries;
        }

        boolean takes(Entry entry) {
            return entries.isInstance(entry);
        }
    }

    @Nullable
    Rejection refusal() {
        if (name.isEmpty() || name.length() > LONGEST) {
            return refused("1 to " + LONGEST + " characters");
        }
        if (kind == Kind.JOB && !isOfJob()) {
            return refused("cluster/jobId or cluster/0/user");
        }
        boolean hasScope = kind != Kind.DAY || SCOPES.stream().anyMatch(name::startsWith);
        return hasScope ? null : refused("scope|id, with one of " + SCOPES);
    }

    private boolean isOfJob() {
        int slash = name.indexOf('/');
        int end = name.indexOf('/', slash + 1);
        try {
            return slash >= 0 && Long.parseLong(name, slash + 1, end < 0 ? name.length() : end, 10) >= 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private Rejection refused(String expected) {
        return Rejection.of(Reason.NUMBER_IMPOSSIBLE, "account of kind " + kind, Names.quoted(name), expected);
    }

    public static Account customer(String name) {
        return new Account(Kind.CUSTOMER, name);
    }

    public static Account association(String path) {
        return new Account(Kind.ASSOCIATION, path);
    }

    public static Account job(String number) {
        return new Account(Kind.JOB, number);
    }

    public static Account user(String name) {
        return new Account(Kind.USER, name);
    }

    public static Account target(String name) {
        return new Account(Kind.TARGET, name);
    }

    /** Account of the budget of a bank, or of a user in it. */
    public static Account budget(String path) {
        return new Account(Kind.BUDGET, "/" + path);
    }

    public static Account daily(Scope scope, String id) {
        return new Account(Kind.DAY, scope.prefix + id);
    }
}
