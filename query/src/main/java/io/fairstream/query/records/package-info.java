/** Reading and writing the records of the contract's topics. */
@NullMarked
package io.fairstream.query.records;

import org.jspecify.annotations.NullMarked;
