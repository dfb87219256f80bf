package io.fairstream.flux;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.reading.Hostlist;
import io.fairstream.reading.JsonFields;
import io.fairstream.reading.MalformedException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Resources allocated to a job: the object R, version 1 (RFC 20), or the scheduler's summary of it. A broker's rank is
 * a node in Flux.
 *
 * @param byRank in the order of ranks
 */
record ResourceSet(NavigableMap<Integer, Node> byRank) {
    static final int MAX_CORES = 100_000_000;
    private static final String IDS = "(\\d+|\\[[\\d,-]+])";
    private static final Pattern SUMMARY =
            Pattern.compile("rank" + IDS + "/(?:core" + IDS + "(?:,gpu" + IDS + ")?|gpu" + IDS + ")");

    ResourceSet {
        byRank = Collections.unmodifiableNavigableMap(new TreeMap<>(byRank));
    }

    /**
     * Resources of a job on one node.
     *
     * @param host its name; empty if unknown
     */
    record Node(String host, int cores, int gpus) {}

    /** Parses an R. */
    static ResourceSet parse(JsonNode json) throws MalformedException {
        JsonFields fields = new JsonFields(json);
        if (!Long.valueOf(1).equals(fields.whole("version", 0, Integer.MAX_VALUE))) {
            throw new MalformedException("version", json.path("version"), "1, of an R");
        }
        JsonFields execution = fields.object("execution");
        NavigableMap<Integer, Node> nodes = new TreeMap<>();
        JsonNode entries = execution.json().path("R_lite");
        if (!entries.isArray()) {
            throw new MalformedException("R_lite", entries, "a list of ranks with their cores and GPUs");
        }
        for (JsonNode entry : entries) {
            JsonFields children = new JsonFields(entry).object("children");
            IdSet ranks = IdSet.parse("rank", new JsonFields(entry).text("rank"));
            IdSet cores = IdSet.parse("core", children.text("core"));
            add(ranks, cores, IdSet.parse("gpu", children.text("gpu")), nodes);
        }
        return new ResourceSet(named(nodes, hosts(execution.json().path("nodelist"))));
    }

    /** Parses a summary, such as {@code rank[0-1]/core[0-3],gpu0 rank2/core0}. */
    static ResourceSet ofSummary(String text) throws MalformedException {
        NavigableMap<Integer, Node> nodes = new TreeMap<>();
        for (String of : text.strip().split("\\s+", -1)) {
            Matcher matcher = SUMMARY.matcher(of);
            if (!matcher.matches()) {
                throw new MalformedException("resource_summary", text, "a list like rank[0-1]/core[0-3],gpu0");
            }
            add(ids(matcher.group(1)), ids(matcher.group(2)), ids(first(matcher.group(3), matcher.group(4))), nodes);
        }
        return new ResourceSet(nodes);
    }

    private static IdSet ids(@Nullable String text) throws MalformedException {
        return IdSet.parse("resource_summary", text == null ? "" : text);
    }

    private static @Nullable String first(@Nullable String one, @Nullable String other) {
        return one == null ? other : one;
    }

    private static void add(IdSet ranks, IdSet cores, IdSet gpus, NavigableMap<Integer, Node> to)
            throws MalformedException {
        if (ranks.count() == 0) {
            throw new MalformedException("rank: none");
        }
        if (ranks.count() + to.size() > Hostlist.MOST) {
            throw new MalformedException("rank", ranks.count() + " ranks", "at most " + Hostlist.MOST);
        }
        if (cores.count() * ranks.count() > MAX_CORES || gpus.count() * ranks.count() > MAX_CORES) {
            throw new MalformedException(
                    "core, gpu", cores.count() + ", " + gpus.count(), "at most " + MAX_CORES + " in all");
        }
        ranks.ids()
                .forEach(rank ->
                        to.merge(rank, new Node("", (int) cores.count(), (int) gpus.count()), ResourceSet::sum));
    }

    private static Node sum(Node one, Node other) {
        return new Node(one.host, one.cores + other.cores, one.gpus + other.gpus);
    }

    private static List<String> hosts(JsonNode lists) throws MalformedException {
        List<String> hosts = new ArrayList<>();
        for (JsonNode list : lists) {
            if (!list.isTextual()) {
                throw new MalformedException("nodelist", list, "hosts such as foo[1-3,7]");
            }
            hosts.addAll(Hostlist.expand("nodelist", list.textValue()));
        }
        return hosts;
    }

    /** Adds host names, which are listed in the order of ranks. */
    private static NavigableMap<Integer, Node> named(NavigableMap<Integer, Node> nodes, List<String> hosts)
            throws MalformedException {
        if (hosts.isEmpty()) {
            return nodes;
        }
        if (hosts.size() != nodes.size()) {
            throw new MalformedException(
                    "nodelist", hosts.size() + " hosts", "one for each of " + nodes.size() + " ranks");
        }
        NavigableMap<Integer, Node> named = new TreeMap<>();
        nodes.forEach((rank, node) -> named.put(rank, new Node(hosts.get(named.size()), node.cores, node.gpus)));
        return named;
    }

    int nodes() {
        return byRank.size();
    }

    int cores() throws MalformedException {
        return sum("core", byRank.values().stream().mapToLong(Node::cores).sum());
    }

    int gpus() throws MalformedException {
        return sum("gpu", byRank.values().stream().mapToLong(Node::gpus).sum());
    }

    private static int sum(String field, long sum) throws MalformedException {
        if (sum > MAX_CORES) {
            throw new MalformedException(field, sum, "at most " + MAX_CORES + " in all");
        }
        return (int) sum;
    }

    /** Returns the hostlist; empty if hosts are unknown. */
    String nodeList() {
        return Hostlist.of(byRank.values().stream()
                .map(Node::host)
                .filter(host -> !host.isEmpty())
                .toList());
    }

    /** Returns the resource set without these ranks; unknown ranks are ignored. */
    ResourceSet without(IdSet ranks) {
        NavigableMap<Integer, Node> left = new TreeMap<>(byRank);
        byRank.keySet().stream().filter(ranks::contains).forEach(left::remove);
        return new ResourceSet(left);
    }
}
