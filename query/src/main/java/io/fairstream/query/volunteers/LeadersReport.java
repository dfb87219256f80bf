package io.fairstream.query.volunteers;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.WorkQuantity;
import io.fairstream.schemas.Daily;
import io.fairstream.schemas.DailyScope;
import io.fairstream.schemas.Host;
import io.fairstream.schemas.Preferences;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Work;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Volunteers with the most work: a row for each, in the order of ranks, and the sum of all. Volunteers who asked not to
 * be shown are only in the sum, and have no rank. Equal work gives equal ranks. Volunteers without work in the period
 * have no row.
 *
 * @param by the quantity that ranks
 * @param days number of UTC days up to today; null for all time
 * @param top maximum number of rows
 * @param isOptIn only volunteers who asked to be shown
 * @param unit of work for people
 */
public record LeadersReport(LeaderQuantity by, @Nullable Integer days, int top, boolean isOptIn, WorkUnit unit) {

    /**
     * A volunteer.
     *
     * @param rank in the period, from 1; null in the sum
     * @param share of the total, by the quantity that ranks, 0 to 1
     * @param work in the period
     * @param totalRank rank of all time; null in the sum
     * @param total work of all time
     * @param hosts number of hosts that have ever reported
     */
    record Line(
            @Nullable Integer rank,
            String user,
            @Nullable Double share,
            Work work,
            @Nullable Integer totalRank,
            Work total,
            int hosts) {}

    /** Work of a volunteer. */
    private record Done(Work period, Work total) {
        static final Done ZERO = new Done(WorkQuantity.ZERO, WorkQuantity.ZERO);

        Done plus(Done other) {
            return new Done(WorkQuantity.sum(period, other.period), WorkQuantity.sum(total, other.total));
        }
    }

    /** Reads the history, the preferences and the hosts. */
    public Document read(TopicReader reader, LocalDate today) {
        return of(reader.latest(Topics.DAILY), reader.latest(Topics.PREFERENCES), reader.latest(Topics.HOSTS), today);
    }

    Document of(Collection<Daily> all, Collection<Preferences> wishes, Collection<Host> hosts, LocalDate today) {
        Map<String, Done> done = done(all, today);
        Map<String, Boolean> listed = new HashMap<>();
        wishes.forEach(wish -> listed.put(wish.getUser(), wish.getListed()));
        Map<String, Done> shown = new HashMap<>(done);
        shown.keySet().removeIf(user -> !isShown(listed.get(user)));
        List<Line> lines = lines(shown, done, hosts);
        Document document = new Document()
                .say("Leaders by " + by + ", " + period())
                .say("")
                .with(columns()
                        .report(lines.subList(0, Math.min(top, lines.size())))
                        .withSum(sum(done, hosts)));
        int unseen = done.size() - shown.size();
        return unseen == 0 ? document : document.say("").say(unseen(unseen));
    }

    private boolean isShown(@Nullable Boolean listed) {
        return listed == null ? !isOptIn : listed;
    }

    private String period() {
        if (days == null) {
            return "of all time";
        }
        return days == 1 ? "today" : "the last " + days + " days";
    }

    private String unseen(int count) {
        return String.format(
                Locale.ROOT,
                "In the sum only: %,d who %s.",
                count,
                isOptIn ? "did not ask to be shown" : "asked not to be shown");
    }

    private Map<String, Done> done(Collection<Daily> all, LocalDate today) {
        Map<String, List<Daily>> rows = all.stream()
                .filter(row -> row.getScope() == DailyScope.USER)
                .collect(Collectors.groupingBy(Daily::getId));
        Map<String, Done> done = new HashMap<>();
        rows.forEach((user, history) -> done.put(user, done(history, today)));
        return done;
    }

    private Done done(List<Daily> history, LocalDate today) {
        Work total = history.stream()
                .max(Comparator.comparing(Daily::getDay))
                .map(last -> WorkQuantity.sum(last.getTotal(), last.getDelta()))
                .orElse(WorkQuantity.ZERO);
        if (days == null) {
            return new Done(total, total);
        }
        LocalDate first = today.minusDays(days - 1L);
        Work period = history.stream()
                .filter(row -> !LocalDate.parse(row.getDay()).isBefore(first))
                .map(Daily::getDelta)
                .reduce(WorkQuantity.ZERO, WorkQuantity::sum);
        return new Done(period, total);
    }

    private List<Line> lines(Map<String, Done> shown, Map<String, Done> done, Collection<Host> hosts) {
        Map<String, Integer> ranks = ranks(shown, false);
        Map<String, Integer> totalRanks = ranks(shown, true);
        Done whole = whole(done);
        double all = by.of(whole.period());
        Map<String, Long> hostsOf = hosts.stream().collect(Collectors.groupingBy(Host::getUser, Collectors.counting()));
        List<Line> lines = new ArrayList<>();
        shown.forEach((user, did) -> {
            if (by.of(did.period()) > 0) {
                lines.add(new Line(
                        ranks.get(user),
                        user,
                        by.of(did.period()) / all,
                        did.period(),
                        totalRanks.get(user),
                        did.total(),
                        hostsOf.getOrDefault(user, 0L).intValue()));
            }
        });
        lines.sort(
                Comparator.comparingDouble((Line line) -> -by.of(line.work())).thenComparing(Line::user));
        return lines;
    }

    /** Returns the ranks: one plus the number of volunteers with more work. */
    private Map<String, Integer> ranks(Map<String, Done> shown, boolean isOfAllTime) {
        double[] amounts = shown.values().stream()
                .mapToDouble(did -> by.of(isOfAllTime ? did.total() : did.period()))
                .sorted()
                .toArray();
        Map<Double, Integer> ranks = new HashMap<>();
        for (int i = 0; i < amounts.length; i++) {
            ranks.put(amounts[i], amounts.length - i);
        }
        Map<String, Integer> byUser = new HashMap<>();
        shown.forEach((user, did) -> byUser.put(user, ranks.get(by.of(isOfAllTime ? did.total() : did.period()))));
        return byUser;
    }

    private static Done whole(Map<String, Done> done) {
        return done.values().stream().reduce(Done.ZERO, Done::plus);
    }

    private static Line sum(Map<String, Done> done, Collection<Host> hosts) {
        Done whole = whole(done);
        return new Line(null, "", null, whole.period(), null, whole.total(), hosts.size());
    }

    private Columns<Line> columns() {
        WorkColumns work = new WorkColumns(unit);
        Columns<Line> columns = new Columns<Line>()
                .add("rank", Format.WHOLE, Line::rank)
                .text("user", Line::user)
                .percent("share", Line::share);
        work.addBoth(columns, Line::work);
        work.add(columns, "", true, Line::work);
        columns.add("hosts", Format.WHOLE, Line::hosts);
        if (days != null) {
            columns.add("totalRank", Format.WHOLE, Line::totalRank);
            work.add(columns, "total", false, Line::total);
        }
        return columns;
    }
}
