package io.fairstream.query.volunteers;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.records.Row;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ChargeFields;
import io.fairstream.query.tables.WorkQuantity;
import io.fairstream.rules.HostUsage;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Work;
import io.fairstream.schemas.WorkDone;
import io.fairstream.schemas.WorkPart;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Work of volunteers' hosts for projects, from the journal: a row for each project, app, user or host, the most work
 * first, and the sum of all. Work counts in the hour in which it ended.
 *
 * @param by key of the rows
 * @param wanted selected work
 * @param begin null for the begin of the journal
 * @param end exclusive; null for the end of the journal
 * @param unit of work for people
 */
public record WorkReport(
        WorkBy by,
        Wanted wanted,
        @Nullable Instant begin,
        @Nullable Instant end,
        WorkUnit unit) {
    private static final String USERS = "user|";

    /**
     * Selection of work.
     *
     * @param user null for all
     * @param host null for all
     * @param project null for all
     */
    public record Wanted(
            @Nullable String user,
            @Nullable String host,
            @Nullable String project) {}

    /** Key of a row: fields that do not distinguish rows are empty. */
    private record Key(String project, String app, String user, String host) {}

    private static final class Account {
        final Set<String> users = new HashSet<>();
        final Set<String> hosts = new HashSet<>();
        final Set<String> projects = new HashSet<>();
        HostUsage.Sum sum = HostUsage.Sum.EMPTY;
    }

    private record Line(Key key, Account account, Work work) {}

    /** Reads the journal; for a single user only one partition. */
    public Document read(TopicReader reader) {
        Sums sums = new Sums();
        boolean isWhole;
        String user = wanted.user();
        if (user == null) {
            reader.readCharges(null, sums::hear);
            isWhole = reader.isWhole(Topics.CHARGES);
        } else {
            reader.readChargesBeside(USERS + user, sums::hear);
            isWhole = reader.isWhole(Topics.CHARGES, USERS + user);
        }
        Instant first = isWhole
                ? null
                : sums.firsts.values().stream().max(Comparator.naturalOrder()).orElse(null);
        return document(sums, first);
    }

    Document of(Iterable<Charge> charges) {
        Sums sums = new Sums();
        charges.forEach(sums::add);
        return document(sums, null);
    }

    private Document document(Sums sums, @Nullable Instant known) {
        List<Line> lines = new ArrayList<>();
        sums.accounts.forEach((key, account) -> lines.add(new Line(key, account, work(account))));
        lines.sort(Comparator.comparingDouble((Line line) -> -LeaderQuantity.WORK.of(line.work))
                .thenComparing(line -> -line.work.getCpuSeconds() - line.work.getGpuSeconds())
                .thenComparing(line -> line.key.project)
                .thenComparing(line -> line.key.app)
                .thenComparing(line -> line.key.user)
                .thenComparing(line -> line.key.host));
        Document document = new Document();
        if (known != null && (begin == null || begin.isBefore(known))) {
            document.warn("warning: entries of charges from before about " + known
                    + " are deleted: work before then is missing here");
        }
        Line sum = new Line(new Key("", "", "", ""), sums.all, work(sums.all));
        return document.with(columns().report(lines).withSum(lines.isEmpty() ? null : sum));
    }

    private static Work work(Account account) {
        return WorkQuantity.row(account.sum);
    }

    private Columns<Line> columns() {
        Columns<Line> columns = new Columns<>();
        switch (by) {
            case PROJECT -> columns.text("project", line -> line.key.project);
            case APP -> columns.text("project", line -> line.key.project).text("app", line -> line.key.app);
            case USER -> columns.text("user", line -> line.key.user);
            case HOST -> columns.text("user", line -> line.key.user).text("host", line -> line.key.host);
        }
        WorkColumns work = new WorkColumns(unit);
        work.addBoth(columns, Line::work);
        work.add(columns, "", true, Line::work);
        if (by == WorkBy.USER || by == WorkBy.HOST) {
            columns.add("projects", Format.WHOLE, line -> line.account.projects.size());
        } else {
            columns.add("users", Format.WHOLE, line -> line.account.users.size());
        }
        if (by != WorkBy.HOST) {
            columns.add("hosts", Format.WHOLE, line -> line.account.hosts.size());
        }
        return columns;
    }

    /** Sums of work. Mutable. */
    private final class Sums {
        private final Map<Key, Account> accounts = new HashMap<>();
        private final Map<Integer, Instant> firsts = new HashMap<>();
        private final Account all = new Account();

        void hear(Row<Charge> row) {
            Charge charge = row.value();
            if (charge != null) {
                firsts.computeIfAbsent(row.partition(), partition -> ChargeFields.time(charge));
                add(charge);
            }
        }

        void add(Charge charge) {
            if (charge.getKind() == ChargeKind.DAY
                    && charge.getAccount().startsWith(USERS)
                    && charge.getEntry() instanceof WorkDone done
                    && isWanted(charge, done)) {
                done.getParts().stream()
                        .filter(part -> wanted.project == null || wanted.project.equals(part.getProject()))
                        .filter(part ->
                                !HostUsage.Sum.of(ChargeFields.work(part)).isEmpty())
                        .forEach(part -> add(charge, part));
            }
        }

        private boolean isWanted(Charge charge, WorkDone done) {
            Instant last = done.getTo().minusMillis(1);
            return (wanted.user == null || user(charge).equals(wanted.user))
                    && (wanted.host == null || host(charge).equals(wanted.host))
                    && (begin == null || !last.isBefore(begin))
                    && (end == null || last.isBefore(end));
        }

        private void add(Charge charge, WorkPart part) {
            add(charge, part, accounts.computeIfAbsent(key(charge, part), key -> new Account()));
            add(charge, part, all);
        }

        private void add(Charge charge, WorkPart part, Account to) {
            to.sum = to.sum.plus(HostUsage.Sum.of(ChargeFields.work(part)));
            to.users.add(user(charge));
            to.hosts.add(host(charge));
            to.projects.add(part.getProject());
        }

        private Key key(Charge charge, WorkPart part) {
            return switch (by) {
                case PROJECT -> new Key(part.getProject(), "", "", "");
                case APP -> new Key(part.getProject(), part.getApp(), "", "");
                case USER -> new Key("", "", user(charge), "");
                case HOST -> new Key("", "", user(charge), host(charge));
            };
        }

        private static String user(Charge charge) {
            return charge.getAccount().substring(USERS.length());
        }

        private static String host(Charge charge) {
            return Objects.requireNonNullElse(charge.getDimensions().getHost(), "");
        }
    }
}
