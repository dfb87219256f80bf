/** The topology over a model of Kafka, one seed after the other: what it does under faults beside what it does without. */
@NullMarked
package io.fairstream.simulation;

import org.jspecify.annotations.NullMarked;
