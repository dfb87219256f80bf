package io.fairstream.cli.report;

import io.fairstream.schemas.AllocationChange;
import io.fairstream.schemas.Totals;
import io.fairstream.schemas.Usage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;

/** What each user of each cluster was allocated and used in a period. Mutable. */
final class UserUse implements UserJournal.Listener {
    private final Buckets period;
    private final Predicate<String> clusters;
    private final List<String> names;
    private final Map<Login, Book> books = new HashMap<>();

    private record Login(String cluster, String user) {}

    /**
     * A user's processor time, microseconds.
     *
     * @param accounts banks that paid
     * @param used by processes, of jobs or not
     * @param tres of each that was asked for, amount x microseconds; of energy millijoules
     */
    record Line(
            String cluster,
            String user,
            List<String> accounts,
            long allocated,
            long reserved,
            long used,
            List<Long> tres) {
        /** What is charged: users pay for reserved processors, too. */
        long charged() {
            return Totals.sum(allocated, reserved);
        }

        Line plus(Line other) {
            return new Line(
                    "",
                    "",
                    List.of(),
                    Totals.sum(allocated, other.allocated),
                    Totals.sum(reserved, other.reserved),
                    Totals.sum(used, other.used),
                    TresUse.sums(tres, other.tres));
        }
    }

    private final class Book {
        private final TreeSet<String> accounts = new TreeSet<>();
        private final Amounts allocated = new Amounts(period);
        private final Amounts reserved = new Amounts(period);
        private final Amounts used = new Amounts(period);
        private final TresUse tres = new TresUse(names, period);
    }

    /** @param names of trackable resources, as {@link TresUse} has them */
    UserUse(Period period, Predicate<String> clusters, List<String> names) {
        this.names = names;
        this.period = Buckets.whole(period);
        this.clusters = clusters;
    }

    @Override
    public void allocation(UserJournal.Who who, AllocationChange change) {
        if (clusters.test(who.cluster())) {
            long at = change.getAt().toEpochMilli();
            Book book = book(who);
            book.allocated.rate(at, change.getAllocated());
            book.reserved.rate(at, change.getReserved());
            book.tres.allocation(change);
            if (!who.bank().isEmpty()) {
                book.accounts.add(who.bank());
            }
        }
    }

    @Override
    public void usage(UserJournal.Who who, Usage usage) {
        if (clusters.test(who.cluster()) && !Utilization.Share.isNobody(who.user())) {
            Book book = book(who);
            long from = usage.getFrom().toEpochMilli();
            long to = usage.getTo().toEpochMilli();
            book.used.spread(from, to, usage.getCpuTimeUsedMicros());
            book.tres.usage(usage);
        }
    }

    private Book book(UserJournal.Who who) {
        return books.computeIfAbsent(new Login(who.cluster(), who.user()), login -> new Book());
    }

    /** Who is charged most comes first; without those to whom nothing happened. */
    List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        books.forEach((login, book) -> {
            Line line = new Line(
                    login.cluster,
                    login.user,
                    List.copyOf(book.accounts),
                    book.allocated.total(),
                    book.reserved.total(),
                    book.used.total(),
                    book.tres.totals());
            if (line.charged() != 0 || line.used != 0 || line.tres.stream().anyMatch(amount -> amount != 0)) {
                lines.add(line);
            }
        });
        lines.sort(Comparator.comparingLong(Line::charged)
                .thenComparingLong(Line::used)
                .reversed()
                .thenComparing(Line::cluster)
                .thenComparing(Line::user));
        return lines;
    }
}
