package io.fairstream.query.usage;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.AllocationChange;
import io.fairstream.schemas.Usage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Charges of each account, including its descendants and users, in a period, like
 * {@code sreport cluster AccountUtilizationByUser}. An account is followed by its users, then by the accounts below it.
 * Percent is of all accounts.
 */
public final class AccountUtilization implements UserJournal.Listener {
    private final Buckets period;
    private final List<String> tres;
    private final Map<String, Account> roots = new TreeMap<>();

    /**
     * An account with its descendants, or one of its users.
     *
     * @param account path of the account; empty for none
     * @param depth of the account's path, 0 for the top
     * @param user null for the account itself
     */
    record Line(
            String cluster,
            String account,
            int depth,
            @Nullable String user,
            Use use) {
        private boolean isRoot() {
            return depth == 0 && user == null;
        }

        private String indented() {
            return "  ".repeat(depth) + account.substring(account.lastIndexOf('/') + 1);
        }
    }

    private static final class Account {
        private final Map<String, Account> below = new TreeMap<>();
        private final Map<String, UseSum> users = new TreeMap<>();

        /** Adds the lines with charges, and returns their sum. */
        private Use lines(String cluster, String path, int depth, List<Line> to) {
            List<Line> lines = new ArrayList<>();
            users.forEach((user, use) -> lines.add(new Line(cluster, path, depth, user, use.total())));
            lines.removeIf(line -> line.use.isEmpty());
            lines.sort(
                    Comparator.comparingLong((Line line) -> line.use.charged()).reversed());
            Use sum = lines.stream().map(Line::use).reduce(Use.NONE, Use::plus);
            for (Map.Entry<String, Account> account : below.entrySet()) {
                String inner = path.isEmpty() ? account.getKey() : path + "/" + account.getKey();
                sum = sum.plus(account.getValue().lines(cluster, inner, depth + 1, lines));
            }
            if (!lines.isEmpty()) {
                to.add(new Line(cluster, path, depth, null, sum));
                to.addAll(lines);
            }
            return sum;
        }
    }

    /** @param tres names of trackable resources, as in {@link UseSum} */
    AccountUtilization(Period period, List<String> tres) {
        this.period = Buckets.whole(period);
        this.tres = tres;
    }

    /**
     * Reads the journal.
     *
     * @param tres names of trackable resources with additional columns: cpu, node, mem, billing, gres/gpu, energy and
     * so on
     */
    public static Document report(TopicReader reader, PeriodQuery query, List<String> tres) {
        AccountUtilization accounts = new AccountUtilization(query.period(), tres);
        Instant reachesTo = UserJournal.read(reader, query, accounts);
        List<Line> lines = accounts.lines();
        Use whole = lines.stream().filter(Line::isRoot).map(Line::use).reduce(Use.NONE, Use::plus);
        UseColumns<Line> uses = new UseColumns<>(query.time(), tres, Line::use, whole);
        return query.titled("Account utilization by user", reachesTo)
                .with(new Columns<Line>()
                        .text("cluster", Line::cluster)
                        .text("account", Line::indented, Line::account)
                        .text("user", Line::user)
                        .headed("LOGIN")
                        .with(uses::addCharged)
                        .with(uses::addTres)
                        .report(lines));
    }

    @Override
    public void allocation(UserJournal.Who who, AllocationChange change) {
        user(who).allocation(change);
    }

    /** Adds usage; usage of sessions belongs to no account, usage that a scheduler reports for a run belongs to the bank of its job. */
    @Override
    public void usage(UserJournal.Who who, Usage usage) {
        if (!who.bank().isEmpty()) {
            user(who).usage(usage);
        }
    }

    private UseSum user(UserJournal.Who who) {
        Account account = roots.computeIfAbsent(who.cluster(), cluster -> new Account());
        for (String name : who.bank().split("/", -1)) {
            account = account.below.computeIfAbsent(name, each -> new Account());
        }
        return account.users.computeIfAbsent(who.user(), name -> new UseSum(period, tres));
    }

    /** Returns the lines by cluster and path, without those of 0. */
    List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        roots.forEach((cluster, root) -> root.below.forEach((name, account) -> account.lines(cluster, name, 0, lines)));
        return lines;
    }
}
