package io.fairstream.it.hostile;

import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.Allocation;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.AvroSerde;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.HostReport;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.Preferences;
import io.fairstream.schemas.Project;
import io.fairstream.schemas.SessionDelta;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistry;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.specific.SpecificRecord;

/** A good record for each topic that the topology reads. */
final class Samples {
    /** A placeholder; a name in its place makes a record of its own. */
    private static final String NAME = "NAME";

    /** Whose times have passed and are not late. */
    private static LocalDate day() {
        return LocalDate.now(ZoneOffset.UTC).minusDays(1);
    }

    private static final Map<SchemaRegistry, AvroSerde<SpecificRecord>> SERDES = new ConcurrentHashMap<>();

    private Samples() {}

    /**
     * A topic with a good record.
     *
     * @param isInput whether others than the topology write it, so that all of its records are counted
     */
    record Sample(
            Topic<?> topic, boolean isInput, String keyTemplate, Class<? extends SpecificRecord> type, String json) {
        String key(String name) {
            return keyTemplate.replace(NAME, name);
        }

        /** The key under which the record belongs. */
        byte[] keyOf(SpecificRecord record) {
            Object first = record.get(0);
            if (topic.equals(Topics.JOB_EVENTS) || topic.equals(Topics.SESSION_DELTAS)) {
                first = first + "/" + record.get(1);
            } else if (record instanceof ChargeBlock block) {
                first = block.getNames().size() > 1 ? block.getNames().get(1) : "";
            }
            return Mutations.utf8(String.valueOf(first));
        }

        byte[] bytes(SpecificRecord record, SchemaRegistry registry) {
            return Objects.requireNonNull(
                    SERDES.computeIfAbsent(registry, any -> new AvroSerde<>(SpecificRecord.class, registry))
                            .serialize(topic.name(), record));
        }

        SpecificRecord record(String name) {
            String dated = json.replace("2026-03-02", day().toString())
                    .replace("2026-03-09", day().plusDays(7).toString());
            return PlainJson.read(type, dated.replace(NAME, name));
        }
    }

    static final List<Sample> ALL = List.of(
            new Sample(Topics.MATCHES, true, "slot1@NAME", MatchEvent.class, """
                    {"resource": "slot1@NAME", "at": "2026-03-02T08:00:00Z",
                     "change": {"Matched": {"customer": "NAME", "slotWeight": 8.0, "matchId": "17"}}}"""),
            new Sample(Topics.JOB_EVENTS, true, "NAME/4711", JobEvent.class, """
                    {"cluster": "NAME", "jobId": 4711, "submitted": "2026-03-02T07:58:00Z", "run": "1",
                     "at": "2026-03-02T08:00:00Z", "state": "RUNNING", "user": "NAME", "userId": 1001,
                     "groups": ["physics"], "bank": "root/physics", "partition": "batch", "name": "lattice",
                     "processors": 64, "nodes": 2, "nodeList": "n[7-8]", "memoryMiB": 131072, "priority": 1000.0,
                     "timeLimitMinutes": 720}"""),
            new Sample(Topics.SESSION_DELTAS, true, "NAME/n7", SessionDelta.class, """
                    {"cluster": "NAME", "node": "n7", "incarnation": "6a9e0c1d/1772438400", "sequence": 17, "parts": 1,
                     "session": 2301, "kind": "PROCESSES", "jobId": 4711, "userId": 1001, "user": "NAME",
                     "from": "2026-03-02T08:00:00Z", "to": "2026-03-02T08:00:30Z", "userCpuMicros": 948000000,
                     "systemCpuMicros": 12000000, "realMemoryKiBSeconds": 1006632960,
                     "virtualMemoryKiBSeconds": 1258291200, "realMemoryHighwaterKiB": 33554432,
                     "virtualMemoryHighwaterKiB": 41943040, "nodeProcessors": 32}"""),
            new Sample(Topics.HOST_REPORTS, true, "NAME", HostReport.class, """
                    {"host": "NAME", "user": "NAME", "epoch": "h7/1", "sequence": 12, "at": "2026-03-02T08:00:00Z",
                     "platforms": ["x86_64-pc-linux-gnu"], "processors": 8, "gpus": 1, "cpuFlopsEach": 4.2e9,
                     "gpuFlopsEach": 7.0e12, "usableGpu": true,
                     "projects": [{"project": "einstein", "cpuSeconds": 86400.0, "cpuFlops": 3.6e14,
                                   "jobsSucceeded": 12}]}"""),
            new Sample(Topics.ACCOUNT_EDITS, true, "NAME", AccountEdit.class, """
                    {"customer": "NAME", "at": "2026-03-02T09:00:00Z", "by": "root",
                     "edit": {"SetFactor": {"factor": 100.0, "until": "2026-03-09T09:00:00Z"}}}"""),
            new Sample(Topics.SHARES, true, "root/NAME/alice", ShareNode.class, """
                    {"path": "root/NAME/alice", "kind": "USER", "shares": 3.0, "active": true}"""),
            new Sample(Topics.ALLOCATIONS, true, "NAME", Allocation.class, """
                    {"target": "NAME", "project": "NAME", "initialBalance": 1.0e18, "accrual": 2.5e12,
                     "interval": 1.0, "start": "2026-03-01T00:00:00Z", "cap": 5.0e18}"""),
            new Sample(Topics.PROJECTS, true, "NAME", Project.class, """
                    {"project": "NAME", "url": "https://einstein.example/", "share": 2.0,
                     "versions": [{"platform": "x86_64-pc-linux-gnu", "gpu": true}],
                     "keywords": [{"keyword": "astronomy", "fraction": 1.0}]}"""),
            new Sample(Topics.PREFERENCES, true, "NAME", Preferences.class, """
                    {"user": "NAME", "optedOut": ["rosetta"], "wanted": ["astronomy"],
                     "unwanted": ["cryptography"]}"""),
            new Sample(Topics.CHARGES, false, "NAME", ChargeBlock.class, """
                    {"ledger": "MATCH", "names": ["", "NAME", "slot1@node7", "fairstream.matches", "node7#17"],
                     "causes": [{"topic": 3, "partition": 3, "offset": 4711, "sent": "2026-03-02T08:00:00Z"}],
                     "dimensions": [{"pool": 0, "resource": 2, "matchId": 4, "cluster": 0, "run": 0, "node": 0, "host": 0,
                                     "project": 0, "app": 0, "bank": 0}],
                     "charges": [{"kind": "CUSTOMER", "account": 1, "thing": 2, "cause": 0, "dimensions": 0,
                                  "capped": false,
                                  "entry": {"RateChange": {"at": "2026-03-02T08:00:00Z", "resources": 1, "weight": 8.0,
                                                           "since": "2026-03-02T08:00:00Z"}}}]}"""),
            new Sample(Topics.BALANCES, false, "NAME", Balance.class, """
                    {"target": "NAME", "project": "NAME", "unit": "FLOPs", "balance": 9.28e17,
                     "initialBalance": 1.0e18, "accrued": 2.88e17, "withheld": 0.0, "charged": 3.6e17,
                     "asOf": "2026-03-02T08:00:00Z", "accrual": 2.5e12, "interval": 1.0,
                     "start": "2026-03-01T00:00:00Z", "cap": 5.0e18, "days": [{"day": "2026-03-02", "amount": 3.6e17}]}"""),
            new Sample(Topics.ASSOCIATION_USAGE, false, "root/NAME/alice", AssociationUsage.class, """
                    {"path": "root/NAME/alice", "kind": "USER", "user": "alice", "shares": 3.0, "active": true,
                     "rawUsage": 115200.0, "periods": [{"index": 2929, "nodeSeconds": 57600.0}], "periodUsage": 57600.0,
                     "smoothUsage": 61234.5, "weightInUse": 16.0, "asOf": "2026-03-02T08:00:30Z",
                     "halfLifeSeconds": 604800.0, "periodEpoch": "1970-01-01T00:00:00Z", "periodCount": 4,
                     "decayFactor": 0.5}"""));
}
