@NullMarked
package io.fairstream.slurm.poll;

import org.jspecify.annotations.NullMarked;
