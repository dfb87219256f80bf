package io.fairstream.cli.report;

import io.fairstream.rules.Tres;
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
    /** What is consumed and not held. */
    static final String ENERGY = "energy";

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

        /** Of one that was asked for, 0 while there is no line. */
        long tres(int index) {
            return index < tres.size() ? tres.get(index) : 0;
        }

        Line plus(Line other) {
            return new Line(
                    "",
                    "",
                    List.of(),
                    Totals.sum(allocated, other.allocated),
                    Totals.sum(reserved, other.reserved),
                    Totals.sum(used, other.used),
                    sums(tres, other.tres));
        }

        private static List<Long> sums(List<Long> ones, List<Long> others) {
            List<Long> sums = new ArrayList<>(ones);
            for (int i = 0; i < others.size(); i++) {
                long other = others.get(i);
                if (i < sums.size()) {
                    sums.set(i, Totals.sum(sums.get(i), other));
                } else {
                    sums.add(other);
                }
            }
            return sums;
        }
    }

    private final class Book {
        private final TreeSet<String> accounts = new TreeSet<>();
        private final Amounts allocated = new Amounts(period);
        private final Amounts reserved = new Amounts(period);
        private final Amounts used = new Amounts(period);
        private final List<Amounts> tres =
                names.stream().map(name -> new Amounts(period)).toList();
    }

    UserUse(Period period, Predicate<String> clusters) {
        this(period, clusters, List.of());
    }

    /**
     * @param names of trackable resources as Slurm has them: {@code cpu} for processors allocated or reserved, {@code energy}, and what
     *     jobs held by name
     */
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
            for (int i = 0; i < names.size(); i++) {
                book.tres.get(i).rate(at, held(names.get(i), change));
            }
            if (!who.bank().isEmpty()) {
                book.accounts.add(who.bank());
            }
        }
    }

    private static long held(String name, AllocationChange change) {
        return name.equals(Tres.CPU)
                ? (long) change.getAllocated() + change.getReserved()
                : change.getTres().getOrDefault(name, 0L);
    }

    @Override
    public void usage(UserJournal.Who who, Usage usage) {
        if (clusters.test(who.cluster()) && !Utilization.Share.isNobody(who.user())) {
            Book book = book(who);
            long from = usage.getFrom().toEpochMilli();
            long to = usage.getTo().toEpochMilli();
            book.used.spread(from, to, usage.getCpuTimeUsedMicros());
            int energy = names.indexOf(ENERGY);
            if (energy >= 0) {
                book.tres.get(energy).spread(from, to, usage.getEnergyMillijoules());
            }
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
                    book.tres.stream().map(Amounts::total).toList());
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
