// Made by `npm run generate` from the files in spec/. Never edited by hand.
export const givenFormats = {
  "PartialPayrollSubmission": {
    "id": "uuid",
    "account_id": "uuid",
    "entry_id": "uuid",
    "created_at": "timestamp",
    "identity_information": {
      "date_of_birth": "timestamp",
      "phone": "phone"
    },
    "employment_information": {
      "start_date": "timestamp",
      "leave_date": "timestamp"
    },
    "income_information": {
      "pay_date": "timestamp",
      "pay_interval_start": "timestamp",
      "pay_interval_end": "timestamp",
      "earnings": {
        "gross_pay": "money",
        "net_pay": "money",
        "base_salary": "money",
        "bonus": "money",
        "fixed_pay_total": "money",
        "variable_pay_total": "money",
        "earning_elements": {
          "amount": "money",
          "quantity": "decimal",
          "rate": "decimal"
        },
        "year_to_date": {
          "gross_pay": "money",
          "net_pay": "money",
          "total_tax_paid": "money",
          "total_ni_paid": "money",
          "total_taxable_earnings": "money"
        },
        "rolling_12m_income": {
          "gross_pay": "money",
          "net_pay": "money"
        }
      },
      "deductions": {
        "income_tax": "money",
        "employee_ni": "money",
        "employee_pension": "money",
        "total_deductions": "money",
        "loan_deductions": "money",
        "deductions_elements": {
          "amount": "money"
        }
      }
    },
    "document_id": "uuid"
  },
  "PartialBankStatementSubmission": {
    "id": "uuid",
    "created_at": "timestamp",
    "document_id": "uuid",
    "statement_period": {
      "start_date": "date",
      "end_date": "date"
    },
    "balance_information": {
      "opening_balance": "balance",
      "closing_balance": "balance"
    },
    "transactions": {
      "date": "date",
      "amount": "amount"
    }
  },
  "PartialIncomeSubmission": {
    "id": "uuid",
    "account_id": "uuid",
    "entry_id": "uuid",
    "employment": {
      "total_income": "money",
      "employers": {
        "income": "money",
        "tax_paid": "money"
      }
    },
    "income_period": {
      "start": "timestamp",
      "end": "timestamp"
    }
  }
} as const;

export const eventTypes = {
  "EventTaxauthIncomeSubmission": {
    "employment": {
      "total_income": "number",
      "employers": {
        "income": "number",
        "tax_paid": "number"
      }
    }
  },
  "EventPayrollSubmission": {
    "identity_information": {
      "phone": "string"
    },
    "income_information": {
      "earnings": {
        "gross_pay": "number",
        "net_pay": "number",
        "base_salary": "number",
        "bonus": "number",
        "fixed_pay_total": "number",
        "variable_pay_total": "number",
        "earning_elements": {
          "amount": "number"
        },
        "year_to_date": {
          "gross_pay": "number",
          "net_pay": "number",
          "total_tax_paid": "number",
          "total_ni_paid": "number",
          "total_taxable_earnings": "number"
        },
        "rolling_12m_income": {
          "gross_pay": "number",
          "net_pay": "number"
        }
      },
      "deductions": {
        "income_tax": "number",
        "employee_ni": "number",
        "employee_pension": "number",
        "total_deductions": "number",
        "loan_deductions": "number",
        "deductions_elements": {
          "amount": "number"
        }
      }
    }
  }
} as const;
