package io.fairstream.rules.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.fairstream.rules.AllocatedResources;
import io.fairstream.rules.AllocatedResources.Tres;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.UsagePeriods;
import io.fairstream.rules.share.Billing.Tariff;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TariffTest {
    /**
     * As in slurm.conf and sacctmgr: {@code PartitionName=gpu TRESBillingWeights=CPU=1,Mem=0.25G,GRES/gpu=8}, {@code PartitionName=big
     * TRESBillingWeights=Mem=0.5G}, QOS {@code urgent UsageFactor=3}, {@code scavenge UsageFactor=0}, {@code night UsageFactor=0.5}.
     */
    private static Tariff tariff(Billing.Mode mode) {
        return new Tariff(
                Billing.of("CPU=1", mode),
                Map.of(
                        "gpu", Billing.of("CPU=1,Mem=0.25G,GRES/gpu=8,license/matlab=2", mode),
                        "big", Billing.of("Mem=0.5G", mode),
                        "types", Billing.of("CPU=1,GRES/gpu:a100=10,GRES/gpu:t4=2", mode)),
                Map.of("urgent", 3.0, "scavenge", 0.0, "night", 0.5));
    }

    private static AllocatedResources held(String tres, String partition, String qos) {
        Tres said = Tres.parse(tres);
        Tres otherTres = said.with("cpu", 0).with("node", 0).with("mem", 0).with("gres/gpu", 0);
        return new AllocatedResources(
                (int) said.get("cpu"),
                (int) said.get("node"),
                (int) said.get("gres/gpu"),
                said.get("mem"),
                otherTres,
                partition,
                qos);
    }

    @ParameterizedTest(name = "{6}")
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "cpu=4,mem=16G,node=1                      | cpu   | ''       | 4    | 4   | 4    | a partition without weights: the standard ones",
                "cpu=4,mem=16G,node=1                      | gpu   | ''       | 8    | 4   | 4    | cpu 4, memory 4",
                "cpu=1,mem=32G,node=1                      | gpu   | ''       | 9    | 8   | 8    | whoever takes the memory pays for it",
                "cpu=4,mem=16G,node=1,gres/gpu=2           | gpu   | ''       | 24   | 16  | 20   | MAX_TRES_GRES adds GPUs to the largest",
                "cpu=4,mem=16G,node=1,gres/gpu=2           | gpu   | urgent   | 72   | 48  | 60   | UsageFactor=3",
                "cpu=4,mem=16G,node=1,gres/gpu=2           | gpu   | night    | 12   | 8   | 10   | UsageFactor=0.5",
                "cpu=4,mem=16G,node=1,gres/gpu=2           | gpu   | scavenge | 0    | 0   | 0    | UsageFactor=0 is free",
                "cpu=4,mem=16G,node=1,gres/gpu=2           | gpu   | normal   | 24   | 16  | 20   | a QOS without a factor counts once",
                "cpu=4,license/matlab=3                    | gpu   | ''       | 10   | 10  | 10   | licences are the cluster's: always added",
                "cpu=64,mem=10G,node=1                     | big   | ''       | 5    | 5   | 5    | processors without a weight weigh nothing",
                "cpu=2,gres/gpu:a100=1,gres/gpu:t4=3,gres/gpu=4 | types | ''  | 18   | 10  | 18   | types of GPUs weigh by themselves",
                "cpu=4                                     | ''    | urgent   | 12   | 12  | 12   | no partition said",
            })
    void chargesAsSlurm(
            String tres, String partition, String qos, double sum, double max, double maxGres, String reason) {
        AllocatedResources held = held(tres, partition, qos);
        assertEquals(sum, tariff(Billing.Mode.SUM).perSecond(held), 1e-12, reason);
        assertEquals(max, tariff(Billing.Mode.MAX_TRES).perSecond(held), 1e-12, reason);
        assertEquals(maxGres, tariff(Billing.Mode.MAX_TRES_GRES).perSecond(held), 1e-12, reason);
    }

    /** Slurm's usage_raw: a job's seconds, each decayed since it was used, times the factor. */
    @Test
    void theUsageOfAnAssociationIsThatOfSlurmTimesTheFactor() {
        HalfLife halfLife = new HalfLife(600);
        UsageTerms plain =
                new UsageTerms(halfLife, UsagePeriods.DEFAULT, Tariff.of(Billing.of("CPU=1", Billing.Mode.SUM)));
        UsageTerms withFactors = new UsageTerms(halfLife, UsagePeriods.DEFAULT, tariff(Billing.Mode.SUM));
        AllocatedResources urgent = held("cpu=4", "cpu", "urgent");
        assertEquals(3 * plain.weight(urgent), withFactors.weight(urgent));
        assertEquals(3 * plain.units(urgent, 60_000), withFactors.units(urgent, 60_000));
    }

    @Test
    void textHasAPairForEachValue() {
        assertEquals(
                "weight[cpu]=1.0; mode=SUM; partition[a%3D%5Bb%5D] weight[gres/gpu]=8.0; partition[a%3D%5Bb%5D] weight[mem]=0.25;"
                        + " partition[a%3D%5Bb%5D] mode=MAX_TRES; qos[night%25%3B]=0.5; qos[urgent]=3.0",
                new Tariff(
                                Billing.of("CPU=1", Billing.Mode.SUM),
                                Map.of("a=[b]", Billing.of("Mem=0.25,GRES/gpu=8", Billing.Mode.MAX_TRES)),
                                Map.of("urgent", 3.0, "night%;", 0.5))
                        .text());
    }

    @Test
    void tariffsWhoseNamesHaveSeparatorsDiffer() {
        Billing one = new Billing(Map.of("gres/a=1.0, gres/b", 2.0), Billing.Mode.SUM);
        Billing two = new Billing(Map.of("gres/a", 1.0, "gres/b", 2.0), Billing.Mode.SUM);
        assertNotEquals(Tariff.of(one).text(), Tariff.of(two).text());
    }

    @Test
    void termsHaveAPairForEachValue() {
        UsageTerms terms = new UsageTerms(
                new HalfLife(604_800), UsagePeriods.DEFAULT, Tariff.of(Billing.of("node=1", Billing.Mode.SUM)));
        assertEquals(
                "halfLifeSeconds=604800.0; periodMillis=604800000; periods=4; epoch=0; decayFactor=0.5; weight[node]=1.0; mode=SUM",
                terms.name());
    }
}
