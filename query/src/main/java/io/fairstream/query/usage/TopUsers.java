package io.fairstream.query.usage;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.AllocationChange;
import io.fairstream.schemas.Usage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Users of each cluster with the largest charges in a period, like {@code sreport user TopUsage}: a row for each user
 * of a cluster, and the sum of all. Percent is of the sum.
 */
public final class TopUsers implements UserJournal.Listener {
    private final Buckets period;
    private final List<String> tres;
    private final Map<Login, Account> accounts = new HashMap<>();

    private record Login(String cluster, String user) {}

    /** @param banks that were charged */
    record Line(String cluster, String user, List<String> banks, Use use) {}

    private record Account(TreeSet<String> banks, UseSum use) {}

    /** @param tres names of trackable resources, as in {@link UseSum} */
    TopUsers(Period period, List<String> tres) {
        this.period = Buckets.whole(period);
        this.tres = tres;
    }

    /**
     * Reads the journal.
     *
     * @param limit maximum number of rows; the sum is of all users
     * @param tres names of trackable resources with additional columns: cpu, node, mem, billing, gres/gpu, energy and
     * so on
     */
    public static Document report(TopicReader reader, PeriodQuery query, int limit, List<String> tres) {
        TopUsers users = new TopUsers(query.period(), tres);
        Instant reachesTo = UserJournal.read(reader, query, users);
        List<Line> lines = users.lines();
        Use whole = lines.stream().map(Line::use).reduce(Use.NONE, Use::plus);
        UseColumns<Line> uses = new UseColumns<>(query.time(), tres, Line::use, whole);
        return query.titled("Top users", reachesTo)
                .with(new Columns<Line>()
                        .text("cluster", Line::cluster)
                        .text("user", Line::user)
                        .headed("LOGIN")
                        .text("accounts", Line::banks)
                        .with(uses::addCharged)
                        .with(uses::addUsed)
                        .with(uses::addTres)
                        .report(lines.subList(0, Math.min(limit, lines.size())))
                        .withSum(new Line("", "", List.of(), whole)));
    }

    @Override
    public void allocation(UserJournal.Who who, AllocationChange change) {
        Account account = account(who);
        account.use.allocation(change);
        if (!who.bank().isEmpty()) {
            account.banks.add(who.bank());
        }
    }

    @Override
    public void usage(UserJournal.Who who, Usage usage) {
        if (!ClusterUtilization.Share.isNobody(who.user())) {
            account(who).use.usage(usage);
        }
    }

    private Account account(UserJournal.Who who) {
        return accounts.computeIfAbsent(
                new Login(who.cluster(), who.user()), login -> new Account(new TreeSet<>(), new UseSum(period, tres)));
    }

    /** Returns the lines, the largest charge first, without users of 0. */
    List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        accounts.forEach((login, account) ->
                lines.add(new Line(login.cluster, login.user, List.copyOf(account.banks), account.use.total())));
        lines.removeIf(line -> line.use.isEmpty());
        lines.sort(Comparator.comparingLong((Line line) -> line.use.charged())
                .thenComparingLong(line -> line.use.used())
                .reversed()
                .thenComparing(Line::cluster)
                .thenComparing(Line::user));
        return lines;
    }
}
