package io.fairstream.publish;

import static io.fairstream.publish.PublishedJobs.all;
import static io.fairstream.publish.PublishedJobs.job;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GraccPlanTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant AT = Instant.parse("2026-03-03T00:00:00.5Z");
    private static final GraccProbe PROBE = new GraccProbe("slurm:ce.example.org", "TUX", "OSG", VoMap.NONE);

    private final Map<String, Map<String, String>> earlier = new HashMap<>();

    private Plan plan(FinishedJob... jobs) {
        Plan plan = GraccPlan.of(PROBE, all(jobs), earlier, AT);
        plan.messages().forEach(message -> message.items().forEach(each -> earlier.put(each.id(), each.values())));
        return plan;
    }

    @Test
    void aJobIsADocumentOnALine() {
        assertEquals(
                """
                {"type":"JobUsageRecord","RecordId":"slurm:ce.example.org:tux/2@2026-03-02T00:00:00Z","LocalJobId":"2",\
                "GlobalJobId":"tux/2@2026-03-02T00:00:00Z","LocalUserId":"alice","GlobalUsername":"alice","VOName":"physics",\
                "ReportableVOName":"physics","ProjectName":"physics","JobName":"job2","ProbeName":"slurm:ce.example.org",\
                "SiteName":"TUX","Grid":"OSG","MachineName":"tux","SubmitHost":"tux","Host":"n1","Queue":"batch",\
                "StartTime":"2026-03-02T08:00:00Z","EndTime":"2026-03-02T10:30:00Z","WallDuration":9000,"CpuDuration":18000,\
                "CpuDuration_user":18000,"CpuDuration_system":0,"Processors":"4","Processors_metric":"total","NodeCount":"1",\
                "NodeCount_metric":"total","Njobs":"1","Status":"0","Status_description":"COMPLETED","ResourceType":"Batch",\
                "CreateTime":"2026-03-03T00:00:00Z"}
                """,
                plan(job(2, "alice", "root/physics", 8, 10.5, 4))
                        .messages()
                        .get(0)
                        .text());
    }

    @Test
    void aMessageIsOfOnePartitionAndNamedByItsOffsets() {
        FinishedJob[] jobs = new FinishedJob[2500];
        for (int i = 0; i < jobs.length; i++) {
            jobs[i] = job(i + 1, "alice", "root/physics", 0, 1, 1);
        }
        List<Message> messages = plan(jobs).messages();
        assertEquals(
                List.of("gracc-0-2-2000", "gracc-0-2002-2500", "gracc-1-1-1999", "gracc-1-2001-2499"),
                messages.stream().map(Message::name).toList());
        assertEquals(
                List.of(1000, 250, 1000, 250),
                messages.stream().map(message -> message.items().size()).toList());
        Set<String> ids = new HashSet<>();
        messages.forEach(message -> records(message)
                .forEach(record -> assertTrue(ids.add(record.path("RecordId").asText()), record::toString)));
        assertEquals(2500, ids.size());
        assertEquals(List.of(), plan(jobs).messages(), "all is sent");
    }

    @Test
    void aCorrectedJobHasARecordOfTheSameId() {
        FinishedJob other = job(4, "bob", "root/physics", 0, 1, 1);
        JsonNode before = records(plan(job(2, "alice", "root/physics", 8, 10, 4), other)
                        .messages()
                        .get(0))
                .get(0);
        List<JsonNode> again = records(plan(job(2, "alice", "root/physics", 8, 11, 4), other)
                .messages()
                .get(0));
        assertEquals(1, again.size());
        assertEquals(before.path("RecordId"), again.get(0).path("RecordId"));
        assertEquals(3 * 3600, again.get(0).path("WallDuration").asLong());
    }

    @Test
    void jobsOfWhichTheAccountIsGoneAreTold() {
        FinishedJob gone = job(2, "alice", "root/physics", 8, 10, 4);
        plan(gone);
        assertEquals(List.of(gone.id()), plan().vanished());
    }

    @Test
    void sumsAreThoseOfTheJobs() {
        Message message = plan(job(2, "alice", "root/physics", 8, 10, 4), job(4, "bob", "root/bio", 0, 0.001, 3))
                .messages()
                .get(0);
        long allocated = (8 * 3600L * 1000 + 3 * 3600) * 1000;
        assertEquals(Long.toString(allocated), message.sums().get("allocatedMicros"));
        assertEquals("2", message.sums().get("jobs"));
        double processorSeconds = records(message).stream()
                .mapToDouble(record -> record.path("Processors").asInt()
                        * record.path("WallDuration").asDouble())
                .sum();
        assertEquals(allocated / 1e6, processorSeconds, 1e-9);
    }

    @Test
    void namesAreNeeded() {
        assertThrows(IllegalArgumentException.class, () -> new GraccProbe("", "TUX", "OSG", VoMap.NONE));
        assertThrows(IllegalArgumentException.class, () -> new GraccProbe("p", "T\n", "OSG", VoMap.NONE));
    }

    private static List<JsonNode> records(Message message) {
        List<JsonNode> records = new ArrayList<>();
        for (String line : message.text().lines().toList()) {
            try {
                records.add(JSON.readTree(line));
            } catch (JsonProcessingException e) {
                throw new AssertionError(line, e);
            }
        }
        return records;
    }
}
