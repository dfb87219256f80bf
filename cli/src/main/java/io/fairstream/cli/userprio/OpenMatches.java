package io.fairstream.cli.userprio;

import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.terminal.Numbers;
import io.fairstream.cli.terminal.Table;
import io.fairstream.schemas.OpenMatch;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.json.PlainJson;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What somebody holds now: {@code condor_userprio -getreslist}.
 *
 * @param at the instant to which ages are told
 */
record OpenMatches(Instant at) {

    /** The matches of the customer, of a bare user in any domain, or of a group's whole subtree. */
    static List<OpenMatch> of(String name, TopicReader reader) {
        Set<String> holders = members(name, reader.latest(Topics.PRIORITIES));
        return reader.latest(Topics.OPEN_MATCHES).stream()
                .filter(match -> holders.contains(match.getCustomer())
                        || match.getCustomer().equals(name)
                        || Customers.isLocalPart(name, match.getCustomer()))
                .sorted(Comparator.comparing(OpenMatch::getStart).thenComparing(OpenMatch::getResource))
                .toList();
    }

    /** The submitters in the subtree of the group of that name; none if there is no such group. */
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

    void print(List<OpenMatch> matches, boolean json, PrintWriter out) {
        if (json) {
            matches.forEach(match -> out.println(PlainJson.write(match)));
            return;
        }
        double weight = matches.stream().mapToDouble(OpenMatch::getSlotWeight).sum();
        new Table<OpenMatch>()
                .text("RESOURCE", "", OpenMatch::getResource)
                .text("USER", "", OpenMatch::getCustomer)
                .number("WEIGHT", "", match -> Numbers.number(match.getSlotWeight()))
                .text("START", "", OpenMatch::getStart)
                .number("AGE", "", match -> Column.since(Duration.between(match.getStart(), at)))
                .text("POOL", "", OpenMatch::getPool)
                .text("MATCH", "", OpenMatch::getMatchId)
                .printWithSums(matches, sums(matches.size(), weight), out);
    }

    private static List<@Nullable Object> sums(int count, double weight) {
        return Arrays.asList("Number of resources: " + count, null, Numbers.number(weight), null, null, null, null);
    }
}
