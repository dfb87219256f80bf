package io.fairstream.query.tables;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Numbers;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.Named.Kind;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.Host;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.Node;
import io.fairstream.schemas.OpenMatch;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Project;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.UserAccounting;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Search for a name in all tables. */
public final class Find {
    private final Search search;

    private Find(Search search) {
        this.search = search;
    }

    /**
     * Searches customers and groups, banks and users in them, jobs by number, name and user, nodes, matched resources,
     * users, hosts by name and user, projects and targets with a balance.
     *
     * @param text not empty
     * @param limit maximum number of names, above 0
     */
    public static Document document(TopicReader reader, String text, int limit) {
        Search search = new Search(text, limit);
        new Find(search).in(reader);
        List<Named> best = search.best();
        Document document = Document.of(new Columns<Named>()
                .text("kind", Named::kind)
                .text("name", Named::name)
                .text("detail", Named::detail)
                .report(best));
        if (search.count() > best.size()) {
            document.say(String.format(Locale.ROOT, "%,d of %,d", best.size(), search.count()));
        }
        return best.isEmpty() ? document.say("no name matches \"" + text + "\"") : document;
    }

    private void in(TopicReader reader) {
        reader.latest(Topics.PRIORITIES).forEach(this::customer);
        Set<String> paths = new HashSet<>();
        for (ShareNode node : reader.latest(Topics.SHARES)) {
            paths.add(node.getPath());
            search.offerPath(kind(node.getKind()), node.getPath(), () -> shares(node));
        }
        for (AssociationUsage usage : reader.latest(Topics.ASSOCIATION_USAGE)) {
            if (!paths.contains(usage.getPath())) {
                search.offerPath(kind(usage.getKind()), usage.getPath(), () -> "no shares are set");
            }
        }
        reader.latest(Topics.USER_ACCOUNTING).forEach(this::user);
        reader.latest(Topics.JOBS).forEach(this::job);
        reader.latest(Topics.NODES).forEach(this::node);
        reader.latest(Topics.OPEN_MATCHES).forEach(this::resource);
        reader.latest(Topics.HOSTS).forEach(this::host);
        reader.latest(Topics.PROJECTS).forEach(this::project);
        reader.latest(Topics.BALANCES).forEach(this::target);
    }

    private void customer(Priority row) {
        search.offer(
                row.getGroup() ? Kind.GROUP : Kind.CUSTOMER,
                row.getCustomer(),
                () -> "effective priority " + Numbers.number(row.getEffectivePriority()) + " at " + row.getAsOf());
    }

    private static Kind kind(ShareKind kind) {
        return kind == ShareKind.BANK ? Kind.BANK : Kind.ASSOCIATION;
    }

    private static String shares(ShareNode node) {
        String shares = node.getUseParent() ? "the shares of its bank" : count(node.getShares(), "share");
        return node.getActive() ? shares : shares + ", disabled";
    }

    private static String count(double count, String noun) {
        return Numbers.number(count) + " " + noun + (count == 1 ? "" : "s");
    }

    private void user(UserAccounting row) {
        search.offer(
                Kind.USER, row.getUser(), () -> row.getLastSeen() == null ? "" : "last seen at " + row.getLastSeen());
    }

    /** Adds a job, which can also be found by its name and its user. */
    private void job(Job job) {
        String name = job.getName().isEmpty() ? "" : job.getName() + ", ";
        search.offerPath(
                Kind.JOB,
                job.getCluster() + "/" + job.getJobId(),
                job.getName() + " " + job.getUser(),
                () -> name + job.getUser() + ", " + job.getState().name().toLowerCase(Locale.ROOT));
    }

    private void node(Node node) {
        search.offerPath(
                Kind.NODE, node.getCluster() + "/" + node.getNode(), () -> count(node.getProcessors(), "processor"));
    }

    private void resource(OpenMatch match) {
        search.offer(
                Kind.RESOURCE,
                match.getResource(),
                () -> "held by " + match.getCustomer() + " since " + match.getStart());
    }

    private void host(Host host) {
        search.offerPath(
                Kind.HOST,
                host.getHost(),
                host.getUser(),
                () -> "of " + host.getUser() + ", " + count(host.getProcessors(), "processor"));
    }

    private void project(Project project) {
        search.offer(Kind.PROJECT, project.getProject(), project::getUrl);
    }

    private void target(Balance balance) {
        search.offerPath(
                Kind.TARGET,
                balance.getTarget(),
                () -> balance.getBalance() == null
                        ? "no allocation"
                        : "balance " + Numbers.large(balance.getBalance(), balance.getUnit()));
    }
}
