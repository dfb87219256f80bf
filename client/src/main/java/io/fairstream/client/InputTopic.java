package io.fairstream.client;

import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.Allocation;
import io.fairstream.schemas.HostReport;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Preferences;
import io.fairstream.schemas.Project;
import io.fairstream.schemas.SessionDelta;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/**
 * A topic for events and decisions from outside; the topology writes the other topics.
 *
 * @param key of a value's record
 * @param at the event time; {@link Instant#MIN} for decisions that have none and hold for all time; of an allocation its start
 */
public record InputTopic<V extends SpecificRecord>(Topic<V> topic, Function<V, String> key, Function<V, Instant> at) {
    public static final InputTopic<MatchEvent> MATCHES =
            new InputTopic<>(Topics.MATCHES, MatchEvent::getResource, MatchEvent::getAt);

    public static final InputTopic<AccountEdit> ACCOUNT_EDITS =
            new InputTopic<>(Topics.ACCOUNT_EDITS, AccountEdit::getCustomer, AccountEdit::getAt);

    public static final InputTopic<JobEvent> JOB_EVENTS =
            new InputTopic<>(Topics.JOB_EVENTS, event -> event.getCluster() + "/" + event.getJobId(), JobEvent::getAt);

    public static final InputTopic<SessionDelta> SESSION_DELTAS = new InputTopic<>(
            Topics.SESSION_DELTAS, delta -> delta.getCluster() + "/" + delta.getNode(), SessionDelta::getTo);

    public static final InputTopic<HostReport> HOST_REPORTS =
            new InputTopic<>(Topics.HOST_REPORTS, HostReport::getHost, HostReport::getAt);

    public static final InputTopic<ShareNode> SHARES =
            new InputTopic<>(Topics.SHARES, ShareNode::getPath, node -> Instant.MIN);

    public static final InputTopic<Allocation> ALLOCATIONS =
            new InputTopic<>(Topics.ALLOCATIONS, Allocation::getTarget, Allocation::getStart);

    public static final InputTopic<Project> PROJECTS =
            new InputTopic<>(Topics.PROJECTS, Project::getProject, project -> Instant.MIN);

    public static final InputTopic<Preferences> PREFERENCES =
            new InputTopic<>(Topics.PREFERENCES, Preferences::getUser, preferences -> Instant.MIN);

    private static final Set<InputTopic<?>> DECISIONS =
            Set.of(ACCOUNT_EDITS, SHARES, ALLOCATIONS, PROJECTS, PREFERENCES);

    /** All input topics, in the order of the catalogue. */
    public static final List<InputTopic<?>> ALL = List.of(
            MATCHES,
            JOB_EVENTS,
            SESSION_DELTAS,
            HOST_REPORTS,
            ACCOUNT_EDITS,
            SHARES,
            ALLOCATIONS,
            PROJECTS,
            PREFERENCES);

    /** Returns true if the topic holds decisions, which come before events. */
    public boolean isDecision() {
        return DECISIONS.contains(this);
    }

    public static Optional<InputTopic<?>> named(String name) {
        return ALL.stream().filter(input -> input.topic.name().equals(name)).findFirst();
    }

    /** Returns the message for a name that is not an input topic. */
    public static String refusal(String name) {
        String names =
                String.join(", ", ALL.stream().map(input -> input.topic.name()).toList());
        String why = Topics.named(name).isPresent() ? ", which the topology writes" : "";
        return "\"" + name + "\"" + why + " (expected: one of " + names + ")";
    }
}
