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
import org.jspecify.annotations.Nullable;

/** What each account, with those below it and its users, was charged in a period. Mutable. */
final class AccountUse implements UserJournal.Listener {
    private final Buckets period;
    private final Predicate<String> clusters;
    private final List<String> names;
    private final Map<String, Account> roots = new TreeMap<>();

    /**
     * An account with all below it, or one of its users.
     *
     * @param account path of the account; empty for none
     * @param depth of the account's path, 0 for the first
     * @param user null for the account itself
     * @param tres of each that was asked for, amount x microseconds; of energy millijoules
     */
    record Line(
            String cluster,
            String account,
            int depth,
            @Nullable String user,
            long allocated,
            long reserved,
            List<Long> tres) {
        boolean isWholeAccount() {
            return user == null;
        }

        private boolean isNothing() {
            return allocated == 0 && reserved == 0 && tres.stream().allMatch(amount -> amount == 0);
        }

        /** The line with what another one has besides. */
        private Line plus(Line other) {
            return new Line(
                    cluster,
                    account,
                    depth,
                    user,
                    Totals.sum(allocated, other.allocated),
                    Totals.sum(reserved, other.reserved),
                    TresUse.sums(tres, other.tres));
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
            users.forEach((user, use) -> own.add(new Line(
                    cluster, path, depth, user, use.allocated.total(), use.reserved.total(), use.tres.totals())));
            own.removeIf(Line::isNothing);
            own.sort(Comparator.comparingLong(Line::charged).reversed());
            List<Line> inner = new ArrayList<>();
            below.forEach((name, account) ->
                    account.lines(cluster, path.isEmpty() ? name : path + "/" + name, depth + 1, inner));
            if (!own.isEmpty() || !inner.isEmpty()) {
                to.add(whole(new Line(cluster, path, depth, null, 0, 0, List.of()), own, inner));
            }
            to.addAll(own);
            to.addAll(inner);
        }

        /** The sum of the users and of the accounts one level below, whose lines have their own sums. */
        private static Line whole(Line nothing, List<Line> users, List<Line> below) {
            Line sum = nothing;
            for (Line user : users) {
                sum = sum.plus(user);
            }
            for (Line line : below) {
                sum = line.depth == nothing.depth + 1 && line.isWholeAccount() ? sum.plus(line) : sum;
            }
            return sum;
        }
    }

    private final class User {
        private final Amounts allocated = new Amounts(period);
        private final Amounts reserved = new Amounts(period);
        private final TresUse tres = new TresUse(names, period);
    }

    /** @param names of trackable resources, as {@link TresUse} has them */
    AccountUse(Period period, Predicate<String> clusters, List<String> names) {
        this.names = names;
        this.period = Buckets.whole(period);
        this.clusters = clusters;
    }

    @Override
    public void allocation(UserJournal.Who who, AllocationChange change) {
        if (clusters.test(who.cluster())) {
            User user = user(who);
            user.allocated.rate(change.getAt().toEpochMilli(), change.getAllocated());
            user.reserved.rate(change.getAt().toEpochMilli(), change.getReserved());
            user.tres.allocation(change);
        }
    }

    private User user(UserJournal.Who who) {
        Account account = roots.computeIfAbsent(who.cluster(), cluster -> new Account());
        for (String name : who.bank().split("/", -1)) {
            account = account.below(name);
        }
        return account.users.computeIfAbsent(who.user(), name -> new User());
    }

    /** What sessions use is of no account; what a scheduler says of a run is of the bank of its job. */
    @Override
    public void usage(UserJournal.Who who, Usage usage) {
        if (clusters.test(who.cluster()) && !who.bank().isEmpty()) {
            user(who).tres.usage(usage);
        }
    }

    /** By cluster and path, an account before its users, these before the accounts below; without those without any. */
    List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        roots.forEach((cluster, root) -> root.below.forEach((name, account) -> account.lines(cluster, name, 0, lines)));
        return lines;
    }
}
