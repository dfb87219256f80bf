package io.fairstream.boinc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.Project;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.Deserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The rows of a gateway that serves volunteers. */
class ITKafkaBackend {
    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private static final int PROJECTS = 20;

    private final AtomicInteger refusals = new AtomicInteger();
    private final List<String> notes = new CopyOnWriteArrayList<>();

    private KafkaBackend backend(Site site) {
        ValueFormat format = new ValueFormat(site.settings());
        Deserializer<Project> projects = format.reads(Topics.PROJECTS);
        return new KafkaBackend(
                new KafkaBackend.Access(
                        site.settings().producer(),
                        site.settings().consumer(),
                        site.settings().topicPrefix(),
                        format.writes(Topics.HOST_REPORTS),
                        (topic, bytes) -> {
                            if (refusals.getAndDecrement() > 0) {
                                throw new RegistryException(RegistryException.UNREACHABLE, "no answer");
                            }
                            return projects.deserialize(topic, bytes);
                        },
                        format.reads(Topics.ASSIGNMENTS)),
                Duration.ZERO,
                notes::add);
    }

    private static void send(Site site, int from, int to) {
        for (int i = from; i < to; i++) {
            String json = "{\"project\":\"p" + i
                    + "\",\"share\":1,\"versions\":[{\"platform\":\"linux\"}],\"url\":\"http://p" + i + ".example/\"}";
            site.send(Topics.PROJECTS, "p" + i, PlainJson.read(Project.class, json));
        }
        site.flush();
    }

    private static long known(KafkaBackend backend) {
        return IntStream.range(0, 2 * PROJECTS)
                .filter(i -> backend.projects().url("p" + i).isPresent())
                .count();
    }

    /** Found ended: the gateway, and with it the clients' connections. */
    @Test
    void whileTheRegistryIsAwayTheFormerRowsHoldAndNoneIsLost() {
        Site site = CLUSTER.site("registry-away");
        send(site, 0, PROJECTS);
        try (KafkaBackend backend = backend(site)) {
            backend.catchUp();
            assertEquals(PROJECTS, known(backend));
            assertEquals(List.of(), notes);
            refusals.set(2);
            send(site, PROJECTS, 2 * PROJECTS);
            while (known(backend) < 2 * PROJECTS) {
                backend.follow();
            }
        }
        String topic = Topics.PROJECTS.in(site.settings().topicPrefix());
        assertEquals(
                List.of(
                        "warning: new rows of " + topic + " are not read: no answer; tried again",
                        topic + " is read again"),
                notes);
    }
}
