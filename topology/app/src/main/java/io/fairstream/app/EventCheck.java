package io.fairstream.app;

import io.fairstream.app.config.Settings;
import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Rejection;
import io.fairstream.schemas.Topic;
import io.fairstream.streams.assign.AssignmentProcessor;
import io.fairstream.streams.avro.AvroRecords;
import io.fairstream.streams.host.HostStage;
import io.fairstream.streams.job.JobStage;
import io.fairstream.streams.match.MatchStage;
import io.fairstream.streams.priority.PriorityStage;
import io.fairstream.streams.runtime.StageInput;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.session.SessionStage;
import io.fairstream.streams.share.AssociationStage;
import io.fairstream.streams.usage.ProjectStage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;

/** Check of an event before it is sent, by the topology's rules for the event's own content. */
public final class EventCheck {
    private final Map<Topic<?>, StageInput<?>> inputs;

    public EventCheck(Settings settings) {
        TopologyConfig config = TopologyConfigs.inMemory(settings);
        List<StageInput<?>> each = List.of(
                MatchStage.input(config),
                JobStage.input(config),
                SessionStage.input(config),
                HostStage.input(config),
                PriorityStage.input(config),
                AssociationStage.input(config),
                ProjectStage.input(config),
                AssignmentProcessor.projects(config, (project, sent, newest) -> project.refusal()),
                AssignmentProcessor.preferences(config));
        inputs = each.stream().collect(Collectors.toMap(StageInput::topic, Function.identity()));
    }

    /**
     * Reason why the topology would always refuse the event of an input topic: the value and the expected values. Refusals that depend on
     * other events or on the time of reading are not detected.
     */
    public Optional<String> refusal(Topic<?> topic, SpecificRecord event) {
        StageInput<?> input = inputs.get(topic);
        if (input == null) {
            throw new IllegalArgumentException(topic.name() + ": written by the topology");
        }
        return refusal(input, event);
    }

    private static <E> Optional<String> refusal(StageInput<E> input, SpecificRecord record) {
        E event;
        try {
            event = AvroRecords.value(input.format(), record);
        } catch (SerializationException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
        if (event == null) {
            return Optional.empty();
        }
        long sent = input.at() == null ? 0 : input.at().applyAsLong(event);
        return Optional.ofNullable(input.check().refusal(event, sent, EventTimes.NONE))
                .map(Rejection::detail);
    }
}
