package io.fairstream.flux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.reading.JsonValues;
import io.fairstream.reading.MalformedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Resource sets in R and in summaries of it; all of it synthetic. */
class ResourceSetTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {'R_lite':[{'rank':'0','children':{'core':'0'}}]}                                        | 1 nodes, 1 cores, 0 gpus, ~~
        {'R_lite':[{'rank':'0-3','children':{'core':'0-3,7','gpu':'0-1'}}]}                      | 4 nodes, 20 cores, 8 gpus, ~~
        {'R_lite':[{'rank':'0-1','children':{'core':'0-1'}}],'nodelist':['n[3-4]']}              | 2 nodes, 4 cores, 0 gpus, n[3-4]
        {'R_lite':[{'rank':'0,2','children':{'core':'0-1'}},{'rank':'1','children':{'core':'0'}}],'nodelist':['a','b[1-2]']} | 3 nodes, 5 cores, 0 gpus, a,b[1-2]
        {'R_lite':[{'rank':'0','children':{'core':'0'}},{'rank':'0','children':{'gpu':'0'}}]}    | 1 nodes, 1 cores, 1 gpus, ~~
        {'R_lite':[{'rank':'0','children':{}}]}                                                  | 1 nodes, 0 cores, 0 gpus, ~~
        {'R_lite':[{'rank':'0-1','children':{'core':'0'}}],'nodelist':['n0','n0'],'expiration':0.0} | 2 nodes, 2 cores, 0 gpus, n0,n0
        {'R_lite':[]}                                                                            | 0 nodes, 0 cores, 0 gpus, ~~
        """)
    void anRTellsNodesCoresAndGpus(String execution, String told) throws MalformedException {
        assertEquals(told.replace("~", ""), brief(r(execution)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {'version':2,'execution':{'R_lite':[]}}     | version: 2 (expected: 1, of an R)
        {'execution':{'R_lite':[]}}                 | version:  (expected: 1, of an R)
        {'version':1,'execution':{}}                | R_lite:  (expected: a list of ranks with their cores and GPUs)
        {'version':1,'execution':{'R_lite':[{'children':{'core':'0'}}]}}               | rank: none
        {'version':1,'execution':{'R_lite':[{'rank':0,'children':{'core':'0'}}]}}      | rank: 0 (expected: a text)
        {'version':1,'execution':{'R_lite':[{'rank':'2-1','children':{'core':'0'}}]}}  | rank: '2-1' (expected: ascending numbers without duplicates)
        {'version':1,'execution':{'R_lite':[{'rank':'0','children':{'core':'x'}}]}}    | core: 'x' (expected: numbers such as 0-3,7)
        {'version':1,'execution':{'R_lite':[{'rank':'0','children':{'core':'0'}}],'nodelist':['n[0-1]']}} | nodelist: '2 hosts' (expected: one for each of 1 ranks)
        {'version':1,'execution':{'R_lite':[{'rank':'0','children':{'core':'0'}}],'nodelist':['n[0']}}    | nodelist: 'n[0' (expected: hosts such as foo[1-3,7])
        {'version':1,'execution':{'R_lite':[{'rank':'0','children':{'core':'0'}}],'nodelist':[7]}}        | nodelist: 7 (expected: hosts such as foo[1-3,7])
        {'version':1,'execution':{'R_lite':[{'rank':'0-999999999','children':{'core':'0'}}]}}             | rank: '1000000000 ranks' (expected: at most 1048576)
        {'version':1,'execution':{'R_lite':[{'rank':'0-9999','children':{'core':'0-99999'}}]}}            | core, gpu: '100000, 0' (expected: at most 100000000 in all)
        """)
    void whatIsNoRIsRefusedWithTheField(String json, String message) {
        MalformedException problem = assertThrows(
                MalformedException.class, () -> ResourceSet.parse(JsonValues.parse(json.replace('\'', '"'))));
        assertEquals(message.replace('\'', '"'), problem.getMessage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        rank0/core0                         | 1 nodes, 1 cores, 0 gpus,
        rank[0-3]/core[0-3],gpu0            | 4 nodes, 16 cores, 4 gpus,
        rank[0-1]/core[0-3] rank2/core[0-2] | 3 nodes, 11 cores, 0 gpus,
        rank[0-3]/core[0-3],gpu[1,3]        | 4 nodes, 16 cores, 8 gpus,
        """)
    void aSummaryTellsTheSame(String summary, String told) throws MalformedException {
        assertEquals(told, brief(ResourceSet.ofSummary(summary)).strip());
    }

    @ParameterizedTest
    @CsvSource({"''", "rank0", "rank0/", "rank/core0", "rank0/core", "rank0/disk0", "'rank0/core0,'", "rank0/core0gpu0x"
    })
    void whatIsNoSummaryIsRefused(String summary) {
        assertThrows(MalformedException.class, () -> ResourceSet.ofSummary(summary));
    }

    @Test
    void whatIsReleasedIsTakenFromItsRanks() throws MalformedException {
        ResourceSet all =
                r("{'R_lite':[{'rank':'0-2','children':{'core':'0-3'}},{'rank':'3','children':{'core':'0','gpu':'0'}}],"
                        + "'nodelist':['n[1-4]']}");
        assertEquals("2 nodes, 5 cores, 1 gpus, n1,n4", brief(all.without(IdSet.parse("ranks", "1-2"))));
        assertEquals(all, all.without(IdSet.parse("ranks", "7")));
    }

    private static ResourceSet r(String execution) throws MalformedException {
        return ResourceSet.parse(JsonValues.parse(("{'version':1,'execution':" + execution + "}").replace('\'', '"')));
    }

    private static String brief(ResourceSet set) throws MalformedException {
        return set.nodes() + " nodes, " + set.cores() + " cores, " + set.gpus() + " gpus, " + set.nodeList();
    }
}
