package io.fairstream.cli.report;

import io.fairstream.schemas.AllocationChange;
import io.fairstream.schemas.Totals;
import io.fairstream.schemas.Usage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** What each account, with those below it and its users, was charged in a period. Mutable. */
final class AccountUse implements UserJournal.Listener {
    private final Buckets period;
    private final Predicate<String> clusters;
    private final Map<String, Account> roots = new TreeMap<>();

    /**
     * An account with all below it, or one of its users.
     *
     * @param account path of the account; empty for none
     * @param depth of the account's path, 0 for the first
     * @param user null for the account itself
     */
    record Line(
            String cluster,
            String account,
            int depth,
            @Nullable String user,
            long allocated,
            long reserved) {
        boolean isWholeAccount() {
            return user == null;
        }

        long charged() {
            return Totals.sum(allocated, reserved);
        }
    }

    private final class Account {
        private final Map<String, Account> below = new TreeMap<>();
        private final Map<String, User> users = new TreeMap<>();

        private Account below(String name) {
            return below.computeIfAbsent(name, each -> new Account());
        }

        private void lines(String cluster, String path, int depth, List<Line> to) {
            List<Line> own = new ArrayList<>();
            users.forEach((user, time) ->
                    own.add(new Line(cluster, path, depth, user, time.allocated.total(), time.reserved.total())));
            own.removeIf(line -> line.allocated == 0 && line.reserved == 0);
            own.sort(Comparator.comparingLong(Line::charged).reversed());
            List<Line> inner = new ArrayList<>();
            below.forEach((name, account) ->
                    account.lines(cluster, path.isEmpty() ? name : path + "/" + name, depth + 1, inner));
            long allocated = sum(own, inner, depth, Line::allocated);
            long reserved = sum(own, inner, depth, Line::reserved);
            if (!own.isEmpty() || !inner.isEmpty()) {
                to.add(new Line(cluster, path, depth, null, allocated, reserved));
            }
            to.addAll(own);
            to.addAll(inner);
        }

        /** Of the users and of the accounts one level below, whose lines have their own sums. */
        private static long sum(List<Line> users, List<Line> below, int depth, ToLongFunction<Line> of) {
            return LongStream.concat(
                            users.stream().mapToLong(of),
                            below.stream()
                                    .filter(line -> line.depth == depth + 1 && line.isWholeAccount())
                                    .mapToLong(of))
                    .reduce(0, Totals::sum);
        }
    }

    private final class User {
        private final Amounts allocated = new Amounts(period);
        private final Amounts reserved = new Amounts(period);
    }

    AccountUse(Period period, Predicate<String> clusters) {
        this.period = Buckets.whole(period);
        this.clusters = clusters;
    }

    @Override
    public void allocation(UserJournal.Who who, AllocationChange change) {
        if (!clusters.test(who.cluster())) {
            return;
        }
        Account account = roots.computeIfAbsent(who.cluster(), cluster -> new Account());
        for (String name : who.bank().split("/", -1)) {
            account = account.below(name);
        }
        User user = account.users.computeIfAbsent(who.user(), name -> new User());
        user.allocated.rate(change.getAt().toEpochMilli(), change.getAllocated());
        user.reserved.rate(change.getAt().toEpochMilli(), change.getReserved());
    }

    /** Only jobs have accounts. */
    @Override
    public void usage(UserJournal.Who who, Usage usage) {}

    /** By cluster and path, an account before its users, these before the accounts below; without those without any. */
    List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        roots.forEach((cluster, root) -> root.below.forEach((name, account) -> account.lines(cluster, name, 0, lines)));
        return lines;
    }
}
