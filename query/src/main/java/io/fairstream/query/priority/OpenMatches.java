package io.fairstream.query.priority;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Format;
import io.fairstream.query.columns.Report;
import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.OpenMatch;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Open matches of a customer, like {@code condor_userprio -getreslist}.
 *
 * @param at instant for the ages
 */
public record OpenMatches(List<OpenMatch> matches, Instant at) {

    /** Returns the matches of the customer, of a bare user in any domain, or of a group's whole subtree. */
    public static OpenMatches of(String name, TopicReader reader, Instant at) {
        Set<String> holders = members(name, reader.latest(Topics.PRIORITIES));
        List<OpenMatch> matches = reader.latest(Topics.OPEN_MATCHES).stream()
                .filter(match -> holders.contains(match.getCustomer())
                        || match.getCustomer().equals(name)
                        || Customers.isLocalPart(name, match.getCustomer()))
                .sorted(Comparator.comparing(OpenMatch::getStart).thenComparing(OpenMatch::getResource))
                .toList();
        return new OpenMatches(matches, at);
    }

    /** Returns the submitters in the subtree of the named group; empty if there is no such group. */
    static Set<String> members(String name, Collection<Priority> rows) {
        Set<String> members = new HashSet<>();
        Optional<Priority> group = Customers.exactly(name, rows).filter(Priority::getGroup);
        if (group.isPresent()) {
            addMembers(group.get(), new Groups(rows), members);
        }
        return members;
    }

    private static void addMembers(Priority group, Groups groups, Set<String> members) {
        for (Priority member : groups.members(group)) {
            if (member.getGroup()) {
                addMembers(member, groups, members);
            } else {
                members.add(member.getCustomer());
            }
        }
    }

    /** Returns the matches with their ages, followed by the number of matches and the total weight. */
    public Report<?> report() {
        double weight = matches.stream().mapToDouble(OpenMatch::getSlotWeight).sum();
        return new Columns<Row>()
                .text("resource", Row::resource)
                .text("customer", of(OpenMatch::getCustomer))
                .headed("USER")
                .number("slotWeight", Row::weight)
                .headed("WEIGHT")
                .time("start", row -> row.match == null ? null : row.match.getStart())
                .add("ageSeconds", Format.ELAPSED, of(match -> Column.seconds(match.getStart(), at)))
                .shownAs(of(match -> Column.since(Duration.between(match.getStart(), at))))
                .text("pool", of(OpenMatch::getPool))
                .text("matchId", of(OpenMatch::getMatchId))
                .headed("MATCH")
                .report(matches.stream()
                        .map(match -> new Row(match.getResource(), match, match.getSlotWeight()))
                        .toList())
                .withSum(new Row("Number of resources: " + matches.size(), null, weight))
                .withRecords(row -> PlainJson.write(Objects.requireNonNull(row.match)));
    }

    /** A match, or the sum of all. */
    private record Row(String resource, @Nullable OpenMatch match, double weight) {}

    private static Function<Row, @Nullable Object> of(Function<OpenMatch, @Nullable Object> value) {
        return row -> row.match == null ? null : value.apply(row.match);
    }
}
