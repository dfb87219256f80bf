package io.fairstream.steering.schedulers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.steering.Answer;
import io.fairstream.steering.Control;
import io.fairstream.steering.Deadline;
import io.fairstream.steering.Edit;
import io.fairstream.steering.Reading;
import io.fairstream.steering.peer.StandIn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KueueTest {
    @TempDir
    Path directory = Path.of("");

    private Kueue kueue(String label) throws Exception {
        String workloads = StandIn.text("schedulers/workloads.json");
        StandIn standIn = new StandIn("kubectl", directory)
                .with("workloads", "schedulers/workloads.json")
                .with(
                        "after",
                        workloads.replace(
                                "\"labels\"",
                                "\"annotations\": {\"kueue.x-k8s.io/priority-boost\": \"500\"}, \"labels\""),
                        "");
        return new Kueue(standIn.tool(), label, 1000);
    }

    @Test
    void controlsArePendingWorkloads() throws Exception {
        assertEquals(
                new Reading(List.of(), List.of(new Control("a/job-a", "alice", 0), new Control("b/job-b", "bob", 7))),
                kueue(Kueue.QUEUE_NAME).read());
        assertEquals(
                new Reading(List.of(), List.of(new Control("a/job-a", "red", 0))),
                kueue("team").read());
    }

    @Test
    void aWorkloadWithABoostThatIsNoNumberIsLeftAsItIs() throws Exception {
        String odd = StandIn.text("schedulers/workloads.json")
                .replace("\"labels\"", "\"annotations\": {\"kueue.x-k8s.io/priority-boost\": \"ten\"}, \"labels\"");
        Kueue kueue = new Kueue(
                new StandIn("kubectl", directory).with("workloads", odd, "").tool(), Kueue.QUEUE_NAME, 1000);
        assertEquals(List.of(new Control("b/job-b", "bob", 7)), kueue.read().controls());
    }

    @Test
    void boostsAreSharesOfTheWeight() throws Exception {
        Kueue kueue = kueue(Kueue.QUEUE_NAME);
        assertEquals(
                Map.of("a/job-a", 707.0, "b/job-b", 354.0),
                kueue.desired(kueue.read(), Map.of("alice", 1.0, "bob", 3.0)));
    }

    @Test
    void onlyTheAnnotationIsApplied() throws Exception {
        Kueue kueue = kueue(Kueue.QUEUE_NAME);
        kueue.read();
        List<Edit> edits =
                List.of(StandIn.edit("a/job-a", 500), StandIn.edit("b/job-b", 300), StandIn.edit("a/gone", 2));
        String forbidden = "Error from server (Forbidden): workloads.kueue.x-k8s.io \"job-b\" is forbidden: no";
        assertEquals(
                List.of(
                        new Answer(edits.get(0), true, ""),
                        new Answer(edits.get(1), false, forbidden),
                        new Answer(edits.get(2), false, "kubectl: exit 1: " + forbidden)),
                kueue.send(edits, Deadline.never()));
        ObjectMapper json = new ObjectMapper();
        assertEquals(
                json.readTree("{\"apiVersion\": \"kueue.x-k8s.io/v1beta2\", \"kind\": \"Workload\", \"metadata\":"
                        + "{\"namespace\": \"a\", \"name\": \"job-a\","
                        + "\"annotations\": {\"kueue.x-k8s.io/priority-boost\": \"500\"}}}"),
                json.readTree(Files.readString(directory.resolve("applied")))
                        .get("items")
                        .get(0));
    }
}
