package io.fairstream.app.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.config.Key.Environment;
import io.fairstream.app.config.SettingsException.Problem;
import io.fairstream.http.ServerTls.PemFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
    @ParameterizedTest
    @CsvSource({
        "bootstrap.servers, nowhere",
        "schema.registry.url, ftp://r",
        "application.id, ''",
        "topic.prefix, a/b",
        "priority.halflife, 0",
        "priority.halflife, -PT1H",
        "priority.halflife, 1e999999999",
        "priority.halflife, 1e-999999999",
        "priority.halflife, a day",
        "priority.halflife, 0s",
        "usage.halflife, 0.0009",
        "usage.halflife, 9000000d",
        "usage.epoch, +1000000-01-01T00:00:00Z",
        "usage.epoch, +1000000000-12-31T00:00:00Z",
        "priority.factor.default, 0.5",
        "priority.factor.default, NaN",
        "priority.factor.nice-user, Infinity",
        "priority.factor.remote, 0",
        "local.domain, a b",
        "priority.factor.groups, physics",
        "groups, physics.theory",
        "groups, 'physics, Physics'",
        "groups, a@b",
        "groups, <none>",
        "groups, 'a, '",
        "customers.retention, -1",
        "event.max.lateness, 0",
        "event.max.lateness, 9000000d",
        "max.future.skew, -1",
        "job.priority.style, lsf",
        "job.priority.weights, fairshare",
        "job.priority.queues, 'batch=NaN'",
        "job.priority.banks, 'a=1,a=2'",
        "job.priority.qos, high=-1",
        "job.priority.tres, cpu=0",
        "job.priority.max.age, 0",
        "priorities.refresh, -1",
        "charge.suspended, yes",
        "topology.repartition, TRUE",
        "state.dir, ''",
        "state.cache.max.entries, 0",
        "commit.interval, 0",
        "commit.interval, PT6M",
        "threads, 0",
        "threads, many",
        "partitions, 0",
        "replication.factor, 0",
        "replication.factor, 40000",
        "value.serializer, no.such.Class",
        "value.deserializer, java.lang.String",
    })
    void refusesAValueOutOfRangeNamingKeyValueAndExpectation(String key, String value) {
        Problem problem = onlyProblem(Map.of(key, value));
        assertEquals(key, problem.key());
        assertEquals(value, problem.value());
        assertTrue(problem.expectation().length() > 5);
    }

    @Test
    void aDurationThatIsTooLongIsRefusedWithTheLongest() {
        String expectation = onlyProblem(Map.of("max.future.skew", "P2950000D")).expectation();
        assertTrue(expectation.endsWith("; 8,000 years at most"), expectation);
    }

    @Test
    void passwordsStandInNoMessage() {
        Settings settings = Settings.parse(Map.of(
                "kafka.sasl.jaas.config", "… password=\"not-a-secret\";",
                "basic.auth.user.info", "alice:not-a-secret",
                "bootstrap.servers", "kafka:9092"));
        assertEquals("settings of fairstream on kafka:9092", settings.toString());
    }

    @Test
    void theKeyOfACertificateMayStandInAFileOfItsOwn() {
        assertEquals(
                Optional.of(new PemFiles(Path.of("/c.pem"), Path.of("/k.pem"))),
                Settings.parse(Map.of("tls.certificate", "/c.pem", "tls.key", "/k.pem"))
                        .certificate());
    }

    @Test
    void aFactorOfAGroupThatIsNotThereIsRefused() {
        assertEquals(
                "priority.factor.groups: chem (expected: a group that stands in groups)",
                onlyProblem(Map.of("groups", "physics", "priority.factor.groups", "chem=20, Physics=3"))
                        .toString());
    }

    @Test
    void aTreeOfGroupsWithAGapIsRefused() {
        assertEquals(
                "groups: physics.theory (expected: also \"physics\", around \"physics.theory\")",
                onlyProblem(Map.of("groups", "physics.theory")).toString());
    }

    @Test
    void aWeightOfAFactorThatTheStyleDoesNotHaveIsRefused() {
        assertEquals(
                "job.priority.weights: nice (expected: for the style slurm one of age, fairshare, jobsize, partition, qos,"
                        + " tres/NAME)",
                onlyProblem(Map.of(
                                "job.priority.style", "slurm", "job.priority.weights", "age=1,qos=2,tres/cpu=3,nice=1"))
                        .toString());
    }

    @Test
    void customersAreKeptForTheHistoryAtLeast() {
        assertEquals(
                "customers.retention: PT24H (expected: not below event.max.lateness, PT720H; 0 is off)",
                onlyProblem(Map.of("customers.retention", "P1D")).toString());
    }

    @Test
    void reportsAllProblemsAtOnceInTheirOwnWords() {
        SettingsException failure = assertThrows(
                SettingsException.class,
                () -> Settings.parseForCluster(
                        Map.of("threads", "0", "priority.halflive", "1", "kafka.linger.mz", "2")));
        assertEquals(
                List.of(
                        "bootstrap.servers:  (expected: host:port, several with commas between; it has no default)",
                        "schema.registry.url:  (expected: http(s)://host:port, several with commas between, or mock://scope;"
                                + " it has no default)",
                        "threads: 0 (expected: a whole number of at least 1, or processors)",
                        "kafka.linger.mz: 2 (expected: did you mean kafka.linger.ms?)",
                        "priority.halflive: 1 (expected: did you mean priority.halflife?)"),
                failure.problems().stream().map(Problem::toString).toList());
    }

    @Test
    void aPropertyOfKafkaWithoutItsPrefixIsToldWhereItBelongs() {
        assertEquals(
                "a key of Fairstream; to pass it to Kafka's clients write kafka.linger.ms",
                onlyProblem(Map.of("linger.ms", "5")).expectation());
    }

    @Test
    void environmentVariablesAreKeysInUpperCase() {
        Map<String, String> variables = Map.of(
                "FAIRSTREAM_PRIORITY_HALFLIFE", "PT1H",
                "FAIRSTREAM_PRIORITY_FACTOR_NICE_USER", "7",
                "FAIRSTREAM_KAFKA_PRODUCER_LINGER_MS", "5",
                "FAIRSTREAM_SCHEMA_REGISTRY_BASIC_AUTH_USER_INFO", "alice:secret",
                "FAIRSTREAM_JAVA_OPTS", "-Xmx1g",
                "FAIRSTREAM_SERVICE_HOST", "10.0.0.1",
                "HOME", "/home/alice");
        assertEquals(
                Map.of(
                        "priority.halflife", "PT1H",
                        "priority.factor.nice-user", "7",
                        "kafka.producer.linger.ms", "5",
                        "schema.registry.basic.auth.user.info", "alice:secret"),
                Environment.settings(variables));
    }

    private static Problem onlyProblem(Map<String, String> entries) {
        SettingsException failure = assertThrows(SettingsException.class, () -> Settings.parse(entries));
        assertEquals(1, failure.problems().size(), failure.getMessage());
        return failure.problems().get(0);
    }
}
