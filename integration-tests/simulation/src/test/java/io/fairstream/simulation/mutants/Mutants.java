package io.fairstream.simulation.mutants;

import io.fairstream.simulation.mutants.Mutant.Edit;
import java.util.List;

/** Each guard of the code, and what it is without. */
final class Mutants {
    static final String RULES = "topology/rules/src/main/java/io/fairstream/rules/";
    static final String STREAMS = "topology/streams/src/main/java/io/fairstream/streams/";
    private static final String KAFKA = "integration-tests/simulation/src/main/java/io/fairstream/simulation/kafka/";
    private static final String INSTANCE =
            "integration-tests/simulation/src/main/java/io/fairstream/simulation/instance/";

    static final List<Mutant> STORE = List.of(
            new Mutant(
                    "states are written before a commit",
                    "they are not",
                    STREAMS + "runtime/WriteBackStore.java",
                    "        sender.accept(() -> flush(flush));\n        evict();",
                    "        evict();"),
            new Mutant(
                    "what changes while rows are made is written, too",
                    "it is not",
                    STREAMS + "runtime/WriteBackStore.java",
                    "        flush.finish();\n        writeChanged(flush);",
                    "        flush.finish();\n        changed.clear();"),
            new Mutant(
                    "the heap is cleared when a task is lost or becomes a standby",
                    "it is not",
                    STREAMS + "runtime/WriteBackStore.java",
                    "        heap.clear();\n        changed.clear();\n        count();",
                    "        count();"),
            new Mutant(
                    "a state that is dropped leaves the heap",
                    "it stays",
                    STREAMS + "runtime/WriteBackStore.java",
                    "slot.isDropped || flush.isOver(slot.state)",
                    "flush.isOver(slot.state)"),
            new Mutant(
                    "a page is recalled once",
                    "it is recalled again for the next late event",
                    RULES + "Pages.java",
                    "return --next;",
                    "return next - 1;"),
            new Mutant(
                    "pages are recalled for late events",
                    "they are not",
                    STREAMS + "match/MatchStage.java",
                    "            out().store().loadPage(state, ledger);",
                    "            break;"),
            new Mutant(
                    "pages are recalled before an account is summed under other terms",
                    "they are not",
                    STREAMS + "share/AssociationStage.java",
                    "            out().store().loadPage(state, account);",
                    "            break;"),
            new Mutant(
                    "long histories of customers and groups are recomputed under another half-life",
                    "they are not",
                    STREAMS + "priority/PriorityStage.java",
                    "        for (; page < pages.next(); page++) {",
                    "        for (; page < from; page++) {"),
            new Mutant(
                    "under other terms all rows are made anew",
                    "only those are to which something happens",
                    STREAMS + "runtime/Maintenance.java",
                    "this.isDue = configuration.length > 0",
                    "this.isDue = configuration.length == 0"),
            new Mutant(
                    "an account that was summed under other terms is written",
                    "it is not, if nothing else changed",
                    STREAMS + "share/AssociationStage.java",
                    "        out().changed(state, timestamp);\n        return true;",
                    "        return true;"));

    static final List<Mutant> CHARGES = List.of(
            new Mutant(
                    "charges go out before a commit",
                    "they wait for the next one",
                    STREAMS + "runtime/StageTask.java",
                    "        context.flushCharges();\n",
                    ""),
            new Mutant(
                    "a block is sent once",
                    "what was in it is in the next one, too",
                    STREAMS + "journal/ChargeBlockBuilder.java",
                    "        charges.reset();\n",
                    ""),
            new Mutant(
                    "what banks are charged is handed out once",
                    "it is handed out with each commit",
                    RULES + "share/UsageSums.java",
                    "            banks.clear();\n",
                    ""),
            new Mutant(
                    "a block of charges is checked before it is applied",
                    "it is not",
                    STREAMS + "journal/Journal.java",
                    "        check(record);\n",
                    ""),
            new Mutant(
                    "weights have a cap",
                    "they have none",
                    List.of(
                            new Edit(
                                    RULES + "match/MatchEvent.java",
                                    "                    0,\n                    Bounds.SLOT_WEIGHT);",
                                    "                    0,\n                    Double.MAX_VALUE);"),
                            new Edit(
                                    RULES + "Bounds.java",
                                    "return Math.abs(sum) <= WEIGHTS;",
                                    "return !Double.isNaN(sum);"))));

    static final List<Mutant> EVENTS = List.of(
            new Mutant(
                    "a match event that came before counts once",
                    "it counts again",
                    RULES + "match/MatchLedger.java",
                    "        if (isKnown(event, position)) {\n            return Outcome.of(mayBeNew",
                    "        if (isKnown(event, position) && position < 0) {\n            return Outcome.of(mayBeNew"),
            new Mutant(
                    "a job event that came before counts once",
                    "it counts again",
                    RULES + "job/JobLedger.java",
                    "        if (isKnown(event, position)) {\n            return Outcome.of",
                    "        if (isKnown(event, position) && position < 0) {\n            return Outcome.of"),
            new Mutant(
                    "a session's delta that came before counts once",
                    "it counts again",
                    RULES + "session/SessionLedger.java",
                    "if (coverage.holds(delta)) {",
                    "if (coverage.holds(delta) && isEmpty()) {"),
            new Mutant(
                    "records in another partition than their key's are refused",
                    "they are applied",
                    STREAMS + "runtime/StageInput.java",
                    "return right == partition ? null : wrongPartition(key, right, partition);",
                    "return null;"),
            new Mutant(
                    "a record without a key is refused after a repartition, too",
                    "it is under the empty name",
                    STREAMS + "runtime/Origins.java",
                    "hadNone ? next.withKey(null) : next",
                    "next"),
            new Mutant(
                    "a refusal names the place of the original record",
                    "it names that of the copy",
                    STREAMS + "runtime/Origins.java",
                    "Header stamped = isRepartitioned ? record.headers().lastHeader(ORIGIN) : null;",
                    "Header stamped = null;"),
            new Mutant(
                    "input counts are kept",
                    "they begin anew with each start",
                    STREAMS + "runtime/InputAccounting.java",
                    "        store.note(COUNTS, counts.write());\n",
                    ""));

    /** Mutants that a comparison of two runs cannot see, since both do the same. */
    static final List<Mutant> MODEL = List.of(
            new Mutant(
                    "who stands in no bank any more leaves the ranking",
                    "he stays",
                    STREAMS + "share/RankingStage.java",
                    "        update(state, null, timestamp);",
                    "        out().wallClock();"),
            new Mutant(
                    "an inactive bank takes no part",
                    "it does",
                    RULES + "share/AssociationAccount.java",
                    "decision == null || decision.active(),",
                    "decision == null || decision.active() || decision.kind() == ShareNode.Kind.BANK,"),
            new Mutant(
                    "a change of configuration is noted as unfinished",
                    "it is not, so that it may be undone half way",
                    STREAMS + "runtime/Maintenance.java",
                    "                store.note(NOTE, UNFINISHED);",
                    "                after = null;"),
            new Mutant(
                    "what is in use moves when the groups change",
                    "it stays",
                    STREAMS + "priority/PriorityStage.java",
                    "out().counts().newest(), groups, out().configuration(timestamp));",
                    "out().counts().newest(), new ChargeSums(Ledger.MATCH), out().configuration(timestamp));"),
            new Mutant(
                    "what the topology wrote never becomes a dead letter",
                    "it does, where a registry does not know its schema yet",
                    STREAMS + "avro/SerdeFactory.java",
                    "            if (headers.lastHeader(mark) == null) {",
                    "            if (mark != null) {"),
            new Mutant(
                    "a registry that gives no answer is waited for",
                    "that is taken for a no",
                    STREAMS + "errors/RegistryUnavailable.java",
                    "                return !registry.isAboutTheSchema();",
                    "                return registry.code() < 0;"),
            new Mutant(
                    "an older report gets a host no projects",
                    "it does",
                    STREAMS + "host/HostStage.java",
                    "if (ledger.isNewest(report)) {",
                    "if (report != null) {"),
            new Mutant(
                    "a suspended claim ends its match",
                    "it does not",
                    RULES + "match/MatchEvent.java",
                    "                return state.isClaim() && suspended ? EndedBy.SUSPENDED : null;",
                    "                return null;"),
            new Mutant(
                    "only its own id ends a match",
                    "any does",
                    RULES + "match/MatchEvent.java",
                    "                if (held == null || !held.mayBe(matchId)) {",
                    "                if (held == null) {"));

    /** Mutants of rules that a comparison with other rules cannot see, and audit neither, since it works with the same ones. */
    static final List<Mutant> RULES_OF_STAGES = List.of(
            new Mutant(
                    "a counter that decreased began anew, and counts whole",
                    "it counts nothing",
                    RULES + "host/HostPoint.java",
                    "total.isAtLeast(earlier.total) ? total.minus(earlier.total) : total;",
                    "total.isAtLeast(earlier.total) ? total.minus(earlier.total) : HostUsage.EMPTY;"),
            new Mutant(
                    "a host's projects share what the host can have done",
                    "each gets what it claims",
                    RULES + "host/HostTimeline.java",
                    "if (allowed.isAtLeast(sum)) {",
                    "if (allowed.isAtLeast(HostUsage.EMPTY)) {"),
            new Mutant(
                    "a report that was made before another one, though its clock shows no later time, says nothing",
                    "it counts",
                    RULES + "host/HostLedger.java",
                    "if (isTooOld || before.stream().anyMatch(point::isOvertakenBy)) {",
                    "if (isTooOld) {"),
            new Mutant(
                    "a host counts as active on so many days",
                    "on one more",
                    RULES + "UtcDays.java",
                    "seen > day - window; seen--",
                    "seen >= day - window; seen--"),
            new Mutant(
                    "an entry of an earlier day corrects the totals of all later ones",
                    "it does not",
                    RULES + "usage/DailyAccount.java",
                    "changedFrom = Math.min(changedFrom, day);",
                    "changedFrom = Math.min(changedFrom, newest);"),
            new Mutant(
                    "what a session used is of the job that was submitted last before its end",
                    "it is of the newest one",
                    RULES + "usage/JobAccount.java",
                    "while (owner > 0 && !books",
                    "while (owner > books.size() && !books"),
            new Mutant(
                    "a job that goes on does not start again",
                    "it does",
                    RULES + "job/JobSnapshot.java",
                    "(!state.isInRun() || isOtherRun(event))",
                    "(!state.isInRun() || isOtherRun(event) || !state.isAllocated())"),
            new Mutant(
                    "what nobody used is no use of a cluster",
                    "it is",
                    RULES + "session/SessionLedger.java",
                    "PseudoUsers.isRealUser(charge.account().name())",
                    "!charge.account().name().equals(PseudoUsers.DOWN)"),
            new Mutant(
                    "a row is removed whose key is another one's now",
                    "it stays",
                    STREAMS + "runtime/StageContext.java",
                    "            context.write(to, gone, null, timestamp);\n",
                    "            gone.strip();\n"),
            new Mutant(
                    "a record that nobody can read is marked until it is its turn",
                    "it stops the topology",
                    STREAMS + "TopologyAssembler.java",
                    "new MarkingDeserializer<>(serdes.reads(input.format()))",
                    "serdes.reads(input.format())"),
            new Mutant(
                    "a schema that was not known is asked for again",
                    "it never is",
                    STREAMS + "avro/FastAvroReader.java",
                    "                other = otherThanOurs(id);",
                    """
                    if (writers.containsKey(-2 - id)) {
                        throw new SerializationException("not known");
                    }
                    try {
                        other = otherThanOurs(id);
                    } catch (SerializationException e) {
                        writers.put(-2 - id, Optional.empty());
                        throw e;
                    }
                    """));

    static final List<Mutant> CLUSTER = List.of(
            new Mutant(
                    "fencing of producers",
                    "who was replaced may go on writing",
                    KAFKA + "Broker.java",
                    "if (own == null || own.epoch != epoch) {",
                    "if (own == null) {"),
            new Mutant(
                    "read_committed",
                    "what was undone is read, too",
                    KAFKA + "PartitionLog.java",
                    "entry.transaction() == null || entry.transaction().isCommitted()",
                    "entry.transaction() == null || entry.record() != null"),
            new Mutant(
                    "reading up to the first open transaction",
                    "reading up to the end",
                    KAFKA + "PartitionLog.java",
                    "        long end = stableEnd();",
                    "        long end = end();"),
            new Mutant(
                    "positions are committed with the transaction",
                    "they hold when it is undone, too",
                    KAFKA + "Broker.java",
                    "            if (transaction.isCommitted()) {\n                committed",
                    "            if (transaction.isOver() || groups > 0) {\n                committed"),
            new Mutant(
                    "a task waits until positions are decided",
                    "it begins at the last known ones",
                    KAFKA + "Broker.java",
                    "    boolean isUnstable(TopicPartition partition) {\n        return ",
                    "    boolean isUnstable(TopicPartition partition) {\n        return partition.partition() < 0 && "),
            new Mutant(
                    "positions are taken from members of the group only",
                    "they are taken from whoever was one",
                    KAFKA + "Group.java",
                    "if (!members.containsKey(committer.memberId()) || committer.generationId() != generation) {",
                    "if (committer.generationId() > generation) {"),
            new Mutant(
                    "state that was open in a crash is restored anew",
                    "it is taken as it is",
                    INSTANCE + "Disk.java",
                    "            contents = contents.flushed;\n",
                    ""),
            new Mutant(
                    "a transactional store has only what is committed",
                    "it has what is not, too",
                    INSTANCE + "DiskStore.java",
                    "        if (isTransactional) {\n            staged",
                    "        if (isTransactional && name.isEmpty()) {\n            staged"),
            new Mutant(
                    "state of a lost task is wiped",
                    "it is taken as it is",
                    INSTANCE + "Instance.java",
                    "            disk.wipe(task.id());\n",
                    ""),
            new Mutant(
                    "a task begins when its changelogs are read to their ends",
                    "it begins at once",
                    INSTANCE + "Restoring.java",
                    "position.getValue() >= ends.getOrDefault(position.getKey(), 0L)",
                    "position.getValue() >= 0"));

    private Mutants() {}

    static List<Mutant> all() {
        return List.of(STORE, CHARGES, EVENTS, MODEL, RULES_OF_STAGES, MutantsOfSeldom.ALL, CLUSTER).stream()
                .flatMap(List::stream)
                .toList();
    }
}
