package io.fairstream.boinc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.boinc.RequestCounts.Kind;
import io.fairstream.schemas.HostReport;
import io.fairstream.schemas.ProjectTotals;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayTest {
    private static final String ATTACH = Sample.recorded("attach.xml");
    private static final String ATTACHED = Sample.recorded("attached.xml");
    private static final String WORKED = Sample.recorded("worked.xml");

    private final Sample sample = new Sample();

    private String host() {
        sample.answer(ATTACH);
        return sample.delivered.get(0).getHost();
    }

    @Test
    void whatARealClientSaysWhenItAttachesIsAReportAndItHasNothingYet() {
        String reply = sample.answer(ATTACH);
        HostReport report = sample.delivered.get(0);
        assertEquals("alice", report.getUser());
        assertEquals(Sample.NOON, report.getAt());
        assertEquals(List.of("x86_64-pc-linux-gnu"), report.getPlatforms());
        assertEquals(2, report.getProcessors());
        assertEquals(1e9, report.getCpuFlopsEach());
        assertEquals(List.of(), report.getProjects());
        assertTrue(report.getEpoch().matches("\\d{10}"), report.getEpoch());
        assertTrue(reply.contains("<repeat_sec>60</repeat_sec>"), reply);
        assertTrue(reply.contains("<dynamic>1</dynamic>"), "else it does not tell of its work");
        assertFalse(reply.contains("<account>"), reply);
    }

    @Test
    void aRealClientsProjectsAreReportedUnderTheirNames() {
        sample.answer(ATTACHED);
        assertEquals(
                List.of("einstein", "rosetta"),
                sample.delivered.get(0).getProjects().stream()
                        .map(ProjectTotals::getProject)
                        .toList());
        assertEquals(1, sample.delivered.get(0).getProjects().get(0).getRpcFailures());
    }

    @Test
    void whatARealClientSendsFromAttachingToItsFirstJobIsOneLifeOfOneHostWithCounters() {
        String first = sample.answer(ATTACH);
        String second = sample.answer(Sample.keeping(ATTACHED, first), Sample.NOON.plusSeconds(9));
        sample.answer(Sample.keeping(WORKED, second), Sample.NOON.plusSeconds(17));
        List<HostReport> reports = sample.delivered;
        assertEquals(
                List.of(0L, 9000L, 17_000L),
                reports.stream()
                        .map(report -> report.getSequence() - Sample.NOON.toEpochMilli())
                        .toList());
        assertEquals(1, reports.stream().map(HostReport::getHost).distinct().count());
        assertEquals(1, reports.stream().map(HostReport::getEpoch).distinct().count());
        assertEquals(List.of(0.0, 0.0), cpuSeconds(reports.get(1)));
        assertEquals(List.of(0.0, 10.0), cpuSeconds(reports.get(2)));
        ProjectTotals worked = reports.get(2).getProjects().get(1);
        assertEquals("einstein", worked.getProject());
        assertEquals(1e10, worked.getCpuFlops(), 1e5, "10 s of 1 GFLOPS");
        assertEquals(1, worked.getJobsSucceeded());
    }

    private static List<Double> cpuSeconds(HostReport report) {
        return report.getProjects().stream().map(ProjectTotals::getCpuSeconds).toList();
    }

    @Test
    void aHostIsAttachedToWhatItWasGivenWithItsUsersAccounts() {
        sample.assignments.put(host(), new Given(List.of("rosetta", "einstein", "unheard-of"), Set.of()));
        String reply = sample.answer(ATTACH);
        assertTrue(reply.contains("<url>https://rosetta.example/</url>"), reply);
        assertTrue(reply.contains("<authenticator>2_alice</authenticator>"), "her own before everybody's");
        assertTrue(reply.contains("<authenticator>1_einstein</authenticator>"), reply);
        assertTrue(reply.contains("<repeat_sec>43200</repeat_sec>"), reply);
        assertFalse(reply.contains("unheard-of"), reply);
    }

    @Test
    void aHostFinishesAndLeavesWhatItIsNoLongerGiven() {
        sample.assignments.put(host(), new Given(List.of("einstein"), Set.of()));
        String reply = sample.answer(ATTACHED);
        assertTrue(
                reply.replaceAll("(?s)<url_signature>.*?</url_signature>\n", "")
                        .contains("<url>https://rosetta.example/</url>\n<detach_when_done>1</detach_when_done>"),
                reply);
        assertEquals(1, reply.split("<detach_when_done>", -1).length - 1);
    }

    @Test
    void whatVolunteersAttachedToThemselvesIsTheirs() {
        sample.assignments.put(host(), new Given(List.of("einstein"), Set.of()));
        String reply = sample.answer(ATTACHED.replace(
                "<attached_via_acct_mgr>1</attached_via_acct_mgr>",
                "<attached_via_acct_mgr>0</attached_via_acct_mgr>"));
        assertFalse(reply.contains("<detach_when_done>"), reply);
    }

    @Test
    void whoIsGivenNothingLeavesOnlyWhatItsUserDoesNotWant() {
        sample.assignments.put(host(), new Given(List.of(), Set.of()));
        assertFalse(sample.answer(ATTACHED).contains("<detach_when_done>"), "the topology may not know of any yet");
        sample.assignments.put(host(), new Given(List.of(), Set.of("rosetta")));
        String reply = sample.answer(ATTACHED);
        assertEquals(1, reply.split("<detach_when_done>", -1).length - 1, reply);
        assertTrue(reply.contains("<url>https://rosetta.example/</url>"), reply);
    }

    @Test
    void withoutAnAssignmentNothingIsLeft() {
        assertFalse(sample.answer(ATTACHED).contains("<account>"));
    }

    @Test
    void aHostIsTheSameAfterwardsAndItsReportsRiseEvenIfTheClockIsSetBack() {
        String reply = sample.answer(ATTACH);
        String later = ATTACHED.replaceFirst("<domain_name>vm<", "<domain_name>renamed<");
        String second = sample.answer(Sample.keeping(later, reply), Sample.NOON.minusSeconds(3600));
        sample.answer(Sample.keeping(later, second), Sample.NOON.plusSeconds(60));
        List<HostReport> reports = sample.delivered;
        assertEquals(1, reports.stream().map(HostReport::getHost).distinct().count());
        long first = Sample.NOON.toEpochMilli();
        assertEquals(
                List.of(first, first + 1, first + 60_000),
                reports.stream().map(HostReport::getSequence).toList());
    }

    @Test
    void attachingAgainIsTheSameHostAndTheSameLife() {
        sample.answer(ATTACH);
        sample.answer(ATTACH, Sample.NOON.plusSeconds(5));
        HostReport again = sample.delivered.get(1);
        assertEquals(sample.delivered.get(0).getHost(), again.getHost());
        assertEquals(sample.delivered.get(0).getEpoch(), again.getEpoch());
        assertTrue(sample.delivered.get(0).getSequence() < again.getSequence());
    }

    @Test
    void nobodyReportsForAnothersHost() {
        String alices = sample.answer(ATTACHED);
        sample.answer(Sample.keeping(ATTACHED, alices).replace("alice@example.org", "bob@example.org"));
        assertNotEquals(
                sample.delivered.get(0).getHost(), sample.delivered.get(1).getHost());
        assertEquals("bob@example.org", sample.delivered.get(1).getUser());
    }

    @Test
    void aClientThatHasYetToLearnThatItsCountersAreWantedIsNoBaseline() {
        String reply = sample.answer(ATTACHED.replaceAll("<(cpu|gpu)_(ec|time)>.*\n", ""));
        assertEquals(List.of(), sample.delivered);
        assertTrue(reply.contains("<dynamic>1</dynamic>") && reply.contains("<repeat_sec>60<"), reply);
    }

    @Test
    void ofTwoAttachmentsToOneProjectTheFirstCountsAndUnknownProjectsDoNot() {
        Gateway gateway = sample.gateway(Sample.NOON);
        String twice = ATTACHED.replace("https://rosetta.example/", "http://EINSTEIN.example");
        Sample.answer(gateway, twice.getBytes(StandardCharsets.UTF_8));
        Sample.answer(gateway, ATTACHED.replace("rosetta", "unknown").getBytes(StandardCharsets.UTF_8));
        assertEquals(
                List.of(1, 1),
                sample.delivered.stream()
                        .map(report -> report.getProjects().size())
                        .toList());
        assertEquals(2, gateway.requestCounts().get(Kind.PROJECTS_SKIPPED));
    }

    @Test
    void aReportThatTheClusterDoesNotHaveIsNoSuccess() {
        sample.isAway = true;
        CompletionException failure = assertThrows(CompletionException.class, () -> sample.answer(ATTACHED));
        assertInstanceOf(UndeliveredException.class, failure.getCause());
    }

    @ParameterizedTest
    @CsvSource({
        "'<password_hash>36', '<password_hash>37', -206, wrong password",
        "alice@example.org, carol@example.org, -206, unknown user",
        "7.20.5, 7.2.42, -1, a client that cannot say what it did",
        "7.20.5, x, -1, no version",
        "</host_info>, '', -112, not well-formed",
        "'<acct_mgr_request>', '<!DOCTYPE a [<!ENTITY b \"c\">]><acct_mgr_request>', -112, a document type",
        "'<run_mode>auto', '<run_mode>&b;', -112, an entity",
        "acct_mgr_request>, other>, -112, another document",
        "'<cpu_time>0.000000', '<cpu_time>nan', -112, no number",
        "'<gpu_ec>0.000000', '<gpu_ec>-1', -112, a negative number",
        "'<njobs_error>0', '<njobs_error>1e9', -112, no whole number",
        "'<domain_name>vm', '<domain_name>v\u0001m', -112, a control character",
    })
    void whatIsWrongGetsTheProtocolsErrorAndNothingElseHappens(String from, String to, int number, String reason) {
        String request = ATTACHED.replace(from, to);
        assertNotEquals(ATTACHED, request);
        String reply = sample.answer(request);
        assertTrue(reply.contains("<error_num>" + number + "</error_num>"), reason + ": " + reply);
        assertFalse(reply.contains("<opaque>"), reply);
        assertEquals(List.of(), sample.delivered);
    }

    @ParameterizedTest
    @ValueSource(strings = {"12:00:00Z", "12:00:00.001Z", "12:00:00.001999Z", "12:00:00.123456789Z"})
    void whateverTheClockKnowsARowWithTheReportsTimeIsAwaitedAndNoLaterOne(String time) {
        sample.answer(ATTACH, Instant.parse("2026-03-02T" + time));
        HostReport report = sample.delivered.get(0);
        assertEquals(List.of(report.getAt()), sample.asked);
        assertEquals(Instant.ofEpochMilli(report.getAt().toEpochMilli()), report.getAt(), "as the wire has it");
    }

    @Test
    void anotherEncodingIsRefused() {
        Gateway gateway = sample.gateway(Sample.NOON);
        String reply = Sample.answer(
                gateway,
                ATTACH.replace("<domain_name>vm", "<domain_name>m\u00fchle").getBytes(StandardCharsets.ISO_8859_1));
        assertTrue(reply.contains("not UTF-8"), reply);
        assertTrue(
                Sample.answer(gateway, ATTACH.getBytes(StandardCharsets.UTF_16)).contains("<error_num>-112<"));
        assertEquals(List.of(), sample.delivered);
    }

    @Test
    void elementsThatGoTooDeepAreRefused() {
        String deep = "<a>".repeat(10_000) + "</a>".repeat(10_000);
        String reply = sample.answer(ATTACH.replace("</acct_mgr_request>", deep + "</acct_mgr_request>"));
        assertTrue(reply.contains("elements deeper than 16"), reply);
    }

    @Test
    void noSecretIsInAMessage() {
        sample.isAway = true;
        assertThrows(CompletionException.class, () -> sample.answer(ATTACHED));
        sample.answer(ATTACHED.replace("alice@example.org", "carol@example.org"));
        assertFalse(sample.messages.isEmpty());
        assertFalse(
                sample.messages.toString().matches("(?s).*(" + Sample.HASH + "|weakkey|1_).*"),
                sample.messages.toString());
    }
}
