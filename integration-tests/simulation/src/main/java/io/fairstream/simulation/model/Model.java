package io.fairstream.simulation.model;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.schemas.MatchRecord;
import io.fairstream.schemas.OpenMatch;
import io.fairstream.schemas.Topics;
import io.fairstream.simulation.check.SimulatedRecords;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Compares the tables with what follows from the inputs alone. */
public final class Model {
    private Model() {}

    /**
     * The differences, a line each.
     *
     * @param records after a run, under the last settings
     * @param areMatchesTheSame whether all settings charge the same matches
     * @param areGroupsTheSame whether all settings have the same groups
     */
    public static List<String> differences(
            SimulatedRecords records, boolean areMatchesTheSame, boolean areGroupsTheSame) {
        Differences differences = new Differences();
        Settings settings = records.settings();
        Taken taken = new Taken(records);
        if (areMatchesTheSame) {
            Matches matches = new Matches(taken, settings.get(Keys.CHARGE_SUSPENDED));
            Set<String> unsure = compare(matches, records, differences);
            new Customers(settings, matches, taken)
                    .compare(records.table(Topics.PRIORITIES), areGroupsTheSame, unsure, differences);
        }
        Jobs jobs = new Jobs(taken);
        Nodes nodes = new Nodes(taken);
        jobs.compare(records.table(Topics.JOBS), records.table(Topics.USER_ACCOUNTING), nodes.uses(), differences);
        new Associations(settings, jobs, taken)
                .compare(records.table(Topics.ASSOCIATION_USAGE), jobs.isSure(), differences);
        new Places(settings, records.table(Topics.ASSOCIATION_USAGE))
                .compare(records.table(Topics.FAIR_SHARE), differences);
        nodes.compare(records.table(Topics.NODES), records.table(Topics.USER_ACCOUNTING), differences);
        jobs.compareAccounts(records.byKey(Topics.JOB_ACCOUNTING), nodes.uses(), differences);
        Hosts hosts = new Hosts(taken);
        hosts.compare(records.table(Topics.HOSTS), differences);
        int window =
                records.changedSettings().contains("active.window.days") ? 0 : settings.get(Keys.ACTIVE_WINDOW_DAYS);
        new Days(hosts, jobs, nodes).compare(records.table(Topics.DAILY).values(), window, jobs.isSure(), differences);
        Volunteers volunteers = new Volunteers(settings, hosts, taken);
        volunteers.compare(records.table(Topics.HOSTS), records.table(Topics.BALANCES), differences);
        new Budgets(jobs)
                .compare(records.table(Topics.BALANCES), records.notices().values(), differences);
        Volunteers.compareOrder(records, differences);
        volunteers.compareAssignments(records.table(Topics.ASSIGNMENTS), differences);
        return differences.lines();
    }

    /** Compares open matches and those that ended; whose customers cannot be told. */
    private static Set<String> compare(Matches matches, SimulatedRecords records, Differences differences) {
        Map<String, String> open = new TreeMap<>();
        for (OpenMatch row : records.table(Topics.OPEN_MATCHES).values()) {
            open.put(
                    row.getResource(),
                    text(row.getPool(), row.getCustomer(), row.getSlotWeight(), row.getMatchId()) + " "
                            + row.getStart().toEpochMilli());
        }
        Map<String, String> ended = new TreeMap<>();
        for (MatchRecord row : records.latestMatches().values()) {
            ended.put(
                    row.getResource() + "@" + row.getStart().toEpochMilli(),
                    text(row.getPool(), row.getCustomer(), row.getSlotWeight(), row.getMatchId()) + " "
                            + row.getEnd().toEpochMilli() + " " + row.getEndedBy());
        }
        Map<String, String> expectedOpen = new TreeMap<>();
        Map<String, String> expectedEnded = new TreeMap<>();
        Set<String> unsure = new HashSet<>();
        matches.open().forEach((resource, match) -> expectedOpen.put(resource, text(match) + " " + match.start()));
        matches.ended()
                .forEach((resource, all) -> all.forEach(match -> expectedEnded.put(
                        resource + "@" + match.start(), text(match) + " " + match.end() + " " + match.by())));
        for (String resource : matches.unsure()) {
            open.remove(resource);
            expectedOpen.remove(resource);
            ended.keySet().removeIf(key -> key.startsWith(resource + "@"));
            expectedEnded.keySet().removeIf(key -> key.startsWith(resource + "@"));
            unsure.addAll(matches.customers(resource));
        }
        differences.compareAll("open-matches", expectedOpen, open);
        differences.compareAll("match-records", expectedEnded, ended);
        return unsure;
    }

    private static String text(Matches.Match match) {
        return text(match.pool(), match.customer(), match.weight(), match.id());
    }

    private static String text(String pool, String customer, double weight, String id) {
        return pool + " " + customer + " x " + weight + " \"" + id + "\"";
    }
}
